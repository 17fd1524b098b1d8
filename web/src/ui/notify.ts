/** Notifications of the system, for those who want them and look elsewhere. */
import { choose, settings } from '../session/settings.svelte';

export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext;
}

export function isBlocked(): boolean {
  return canNotify() && Notification.permission === 'denied';
}

/** Asks for leave, in answer to a click. */
export async function askToNotify(): Promise<void> {
  if (!canNotify()) return;
  const answer = await Notification.requestPermission();
  choose('notifications', answer === 'granted' ? 'on' : 'off');
}

/** Tells somebody who is not looking. */
export async function notify(title: string, body: string): Promise<void> {
  const wanted = settings.notifications === 'on' && canNotify() && document.hidden;
  if (!wanted || Notification.permission !== 'granted') return;
  const options = { body, icon: '/icons/icon-192.png', tag: 'fourfall' };
  // Phones show notifications of service workers only.
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, options);
    return;
  }
  const notification = new Notification(title, options);
  notification.addEventListener('click', () => window.focus());
}
