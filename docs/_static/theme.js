// Before the first paint: the colours that the reader chose here before, or the system's.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
