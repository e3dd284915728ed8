import type { messages as en } from '../en/watch.ts'

export const messages: Record<keyof typeof en, string> = {
  'watch.offline': 'Du bist offline. Die Anzeige ist vielleicht nicht aktuell.',
  'watch.unreachable': 'Atelier ist nicht erreichbar. Verbindung wird wiederhergestellt …',
  'watch.version': 'Eine neue Version ist verfügbar.',
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
  'watch.queue': 'Aufträge',
  'watch.queue.done': '{n} von {total}',
}
