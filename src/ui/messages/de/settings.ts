import type { messages as en } from '../en/settings.ts'

/** Messages for the settings. */
export const messages: Record<keyof typeof en, string> = {
  'settings.views': 'Gespeicherte Ansichten',
  'settings.views.none': 'Ansichten, die du in Listen speicherst, und Outfits aus Garderoben erscheinen hier.',
  'settings.views.guest': 'Gäste speichern Ansichten nur auf diesem Gerät, in der jeweiligen Liste.',
  'settings.views.unverified':
    'Bestätige deine E-Mail, um Ansichten in deinem Konto zu speichern. Bis dahin bleiben sie auf diesem Gerät, in der jeweiligen Liste.',
  'settings.view.rename': 'Umbenennen',
  'settings.view.rename.of': '{name} umbenennen',
  'settings.view.rename.title': '{name} umbenennen',
  'settings.view.name': 'Name',
  'settings.view.nameMissing': 'Gib einen Namen ein.',
  'settings.view.nameTooLong': 'Nimm höchstens 60 Zeichen.',
  'settings.view.nameOdd': 'Der Name enthält unsichtbare Zeichen. Tippe ihn neu ein.',
  'settings.view.delete': 'Löschen',
  'settings.view.delete.of': '{name} löschen',
  'settings.view.delete.title': '{name} löschen?',
  'settings.view.delete.why': 'Deine Assets bleiben unverändert.',
  'settings.view.delete.shared': 'Damit wird sie für alle gelöscht. Deine Assets bleiben unverändert.',
  'settings.view.shared': '{where} · mit allen geteilt',
  'settings.view.share.of': '{name} mit allen teilen',
  'settings.view.unshare.of': '{name} nicht mehr teilen',
  'settings.tokens': 'Damit rufen Skripte und Build-Server die API in deinem Namen auf.',
  'settings.tokens.open': 'API-Token verwalten',
  'settings.webhooks': 'Benachrichtige andere Dienste, wenn sich Assets ändern.',
  'settings.webhooks.open': 'Webhooks verwalten',
  'settings.account': 'Dein Name, dein Passwort und deine Sitzungen.',
  'settings.account.open': 'Konto öffnen',
}
