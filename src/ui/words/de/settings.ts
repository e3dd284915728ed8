import type { words as en } from '../en/settings.ts'

/** Sentences of the settings. */
export const words: Record<keyof typeof en, string> = {
  'settings.views': 'Gespeicherte Ansichten',
  'settings.views.none': 'Ansichten, die du in Listen speicherst, und Outfits aus Garderoben stehen hier.',
  'settings.views.guest': 'Gäste speichern Ansichten nur auf diesem Gerät, in der jeweiligen Liste.',
  'settings.view.rename': 'Umbenennen',
  'settings.view.rename.of': '{name} umbenennen',
  'settings.view.rename.title': '{name} umbenennen',
  'settings.view.name': 'Name',
  'settings.view.nameMissing': 'Gib einen Namen ein.',
  'settings.view.nameTooLong': 'Höchstens 60 Zeichen.',
  'settings.view.nameOdd': 'Der Name enthält unsichtbare Zeichen. Tippe ihn noch einmal ein.',
  'settings.view.delete': 'Löschen',
  'settings.view.delete.of': '{name} löschen',
  'settings.view.delete.title': '{name} löschen?',
  'settings.view.delete.why': 'Nur die Ansicht verschwindet; was sie zeigte, bleibt, wie es ist.',
  'settings.view.delete.shared': 'Auch alle anderen finden sie dann nicht mehr; was sie zeigte, bleibt, wie es ist.',
  'settings.view.shared': '{where} · für alle freigegeben',
  'settings.view.share.of': '{name} für alle freigeben',
  'settings.view.unshare.of': 'Freigabe von {name} beenden',
  'settings.tokens': 'Damit rufen Skripte und Build-Server die API in deinem Namen auf.',
  'settings.tokens.open': 'API-Token verwalten',
  'settings.webhooks': 'Andere Dienste erfahren, was hier geschieht, sobald es geschieht.',
  'settings.webhooks.open': 'Webhooks verwalten',
  'settings.account': 'Dein Name, dein Passwort und deine Sitzungen.',
  'settings.account.open': 'Konto öffnen',
}
