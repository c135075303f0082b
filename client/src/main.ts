/** Starts the client in the page. */
import "@fontsource-variable/fraunces";
import "@fontsource-variable/source-sans-3";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/card.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { registerServiceWorker } from "./lib/serviceWorker.ts";
import { router } from "./lib/router.svelte.ts";
import { settings } from "./lib/settings.svelte.ts";
import { followLanguage } from "./lib/texts.svelte.ts";

settings.persist();
followLanguage();
router.start();
router.resume();
mount(App, { target: document.getElementById("app")! });
registerServiceWorker();
