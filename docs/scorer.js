// What the search shows first: pages that tell how something is done, before games, before what
// explains, before the reference, and modules behind all of them: nearly every word is a name in one.
const PLACES = [
  [/^(how-to|tutorial|index)\b/, 40],
  [/^games\b/, 36],
  [/^(explanation|project)\b/, 30],
  [/^(contract|reference\/(command-line|protocol|figures))\b/, 20],
];
const HEADING_AS_ASKED = 10;

// Sphinx's own weights, except that a part of a word in a title counts less than a whole one in the
// text: "port" is not about export.
var Scorer = {
  score: ([docname, , , , score, , kind]) =>
    score +
    (PLACES.find(([place]) => place.test(docname))?.[1] ?? 0) +
    (kind === "title" ? HEADING_AS_ASKED : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 3,
  term: 5,
  partialTerm: 2,
};
