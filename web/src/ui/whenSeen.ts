/** Something to do once, when an element is first on the screen: `{@attach whenSeen(start)}`. */
import type { Attachment } from 'svelte/attachments';

export function whenSeen(run: () => void): Attachment {
  return (element) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((it) => it.isIntersecting)) return;
      observer.disconnect();
      run();
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
