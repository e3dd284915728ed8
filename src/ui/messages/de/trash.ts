import type { messages as en } from '../en/trash.ts'

export const messages: Record<keyof typeof en, string> = {
  'trash.title': 'Papierkorb',
  'trash.failed': 'Der Papierkorb wurde nicht geladen',
  'trash.empty':
    'Gelöschte Assets bleiben 30 Tage hier. Bis dahin kannst du sie mit allem wiederherstellen, wozu sie gehörten.',
  'trash.deleted': 'Gelöscht',
  'trash.deleted.tip': 'Wann es gelöscht wurde und von wem.',
  'trash.purges': 'Läuft ab',
  'trash.purges.tip': 'Wann es mit seinen Dateien endgültig gelöscht wird.',
  'trash.restore': 'Wiederherstellen',
  'trash.restored': '{n} Assets wiederhergestellt',
  'trash.restored.one': '{name} wiederhergestellt',
  'trash.purge': 'Endgültig löschen',
  'trash.purged': '{n} Assets endgültig gelöscht',
  'trash.purged.one': '{name} endgültig gelöscht',
  'trash.notChanged': '{n} Assets nicht geändert',
  'trash.notChanged.one': '1 Asset nicht geändert',
}
