import type { words as en } from '../en/watch.ts'

/** Sentences of what the frame tells by itself. */
export const words: Record<keyof typeof en, string> = {
  'watch.offline': 'Du bist offline. Was du siehst, kann veraltet sein.',
  'watch.away': 'Atelier erreicht den Dienst nicht und versucht es weiter.',
  'watch.version': 'Es gibt eine neue Version von Atelier.',
  'watch.reload': 'Neu laden',
  'watch.jobs': 'Benachrichtigungen',
  'watch.job.done': '{kind} fertig: {name}',
  'watch.job.failed': '{kind} fehlgeschlagen: {name}',
  'watch.jobs.done': '{n} Aufträge fertig',
  'watch.jobs.done.one': '1 Auftrag fertig',
  'watch.jobs.failed': '{n} Aufträge fehlgeschlagen',
  'watch.jobs.failed.one': '1 Auftrag fehlgeschlagen',
  'watch.job.view': 'Ansehen',
  'watch.jobs.view': 'Aufträge ansehen',
  'watch.inspector': 'Inspektor',
  'watch.queue': 'Warteschlange',
  'watch.queue.done': '{n} von {total}',
}
