import type { words as en } from '../en/applications.ts'

/** Sentences of the list of applications. */
export const words: Record<keyof typeof en, string> = {
  'applications.title': 'Anwendungen',
  'applications.failed': 'Die Anwendungen wurden nicht geladen',
  'applications.empty': 'Anwendungen legt ein Admin des Servers an. Ihre Assets erscheinen hier.',
  'applications.search': 'Name',
  'applications.application': 'Anwendung',
  'applications.assets': 'Assets',
  'applications.assetsOf': '{n} Assets',
  'applications.assetsOf.one': '1 Asset',
  'applications.created': 'Angelegt',
  'applications.copyId': 'ID kopieren',
  'applications.copied': 'Kopiert',
  'applications.open': 'Assets anzeigen',
  'applications.export': 'Als Archiv exportieren',
  'applications.export.title': '{name} exportieren',
  'applications.export.coming': 'Alle Assets mit ihren Dateien, in einem Archiv. Lass dieses Fenster so lange offen.',
  'applications.export.of': '{received} von {total}',
  'applications.export.saved': '{file} liegt in deinen Downloads: {size}.',
  'applications.import': 'Archiv importieren',
  'applications.import.title': 'In {name} importieren',
  'applications.import.archive': 'Archiv',
  'applications.import.about':
    'Die .zip-Datei einer exportierten Anwendung, von diesem Server oder einem anderen. Nichts ändert sich, bevor du gesehen hast, was.',
  'applications.import.checking': 'Es wird nachgesehen, was im Archiv ist',
  'applications.import.importing': 'Wird importiert',
  'applications.import.goesOn':
    'Das läuft weiter, wenn du das Fenster schließt; unter „Aufträge“ siehst du, wie weit es ist.',
  'applications.import.would': 'Werden angelegt',
  'applications.import.made': 'Angelegt',
  'applications.import.same': 'Schon vorhanden',
  'applications.import.refused': 'Ausgelassen',
  'applications.import.leftOut': 'Ausgelassen, mit Grund',
  'applications.import.more': 'und {n} weitere',
  'applications.import.nothing': 'Alles davon ist schon da; es gibt nichts zu importieren.',
  'applications.import.do': 'Importieren',
}
