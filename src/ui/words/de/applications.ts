import type { words as en } from '../en/applications.ts'

/** Sentences of the list of applications. */
export const words: Record<keyof typeof en, string> = {
  'applications.title': 'Anwendungen',
  'applications.failed': 'Die Anwendungen wurden nicht geladen',
  'applications.empty': 'Anwendungen legt ein Admin des Servers an. Ihre Assets erscheinen hier.',
  'applications.search': 'Name',
  'applications.application': 'Anwendung',
  'applications.created': 'Angelegt',
  'applications.copyId': 'ID kopieren',
  'applications.copied': 'Kopiert',
  'applications.open': 'Assets anzeigen',
  'applications.export': 'Als Archiv exportieren',
  'applications.export.title': '{name} exportieren',
  'applications.export.coming': 'Alle Assets mit ihren Dateien, in einem Archiv. Lass dieses Fenster so lange offen.',
  'applications.export.of': '{received} von {total}',
  'applications.export.saved': '{file} liegt in deinen Downloads: {size}.',
}
