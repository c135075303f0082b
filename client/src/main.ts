/** Starts the client in the page. */
import "@fontsource-variable/fraunces";
import "@fontsource-variable/source-sans-3";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
