import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { watchPlaces } from './session/place.svelte';
import { showScheme } from './session/settings.svelte';

showScheme();
watchPlaces();

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has lost its #app');
mount(App, { target });

// Nothing of this belongs to the first paint.
if (import.meta.env.PROD) {
  addEventListener('load', () => {
    void import('./offline/update').then(({ keepPage }) => keepPage());
  });
}
