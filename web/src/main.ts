import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { resume } from './session/live.svelte';
import { showLanguage } from './session/language.svelte';
import { watchPlaces } from './session/place.svelte';
import { showScheme } from './session/settings.svelte';

showScheme();
watchPlaces();

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has lost its #app');
// Nobody sees the page in one language and then in another.
void showLanguage().then(() => {
  mount(App, { target });
  void resume();
});

/** After this the page that was asked for is there, and keeping a copy of everything takes nothing from it. */
const SETTLED_MS = 3_000;

if (import.meta.env.PROD) {
  addEventListener('load', () => {
    setTimeout(
      () => void import('./offline/update').then(({ keepPage }) => keepPage()),
      SETTLED_MS,
    );
  });
}
