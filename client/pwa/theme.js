// Shows the chosen colours before anything is drawn; the client keeps them in its settings.
try {
  const { theme } = JSON.parse(localStorage.getItem("tischlein.settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's colours are shown.
}
