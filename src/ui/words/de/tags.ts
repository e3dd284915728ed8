import type { words as en } from '../en/tags.ts'

/** Sentences of the tags and their list. */
export const words: Record<keyof typeof en, string> = {
  'tags.title': 'Schlagwörter',
  'tags.tag': 'Schlagwort',
  'tags.new': 'Neues Schlagwort',
  'tags.failed': 'Die Schlagwörter wurden nicht geladen',
  'tags.empty':
    'Schlagwörter sammeln Objekte über Typen hinweg, wie „Winter“ oder „Grundausstattung“. Lege hier eines an oder beim Bearbeiten eines Objekts.',
  'tags.search': 'Name',
  'tags.name': 'Name',
  'tags.color': 'Farbe',
  'tags.count': 'Objekte',
  'tags.onAssets': '{n} Objekte',
  'tags.onAssets.one': '1 Objekt',
  'tags.assets': 'Seine Objekte zeigen',
  'tags.rename': 'Umbenennen …',
  'tags.rename.title': '{name} umbenennen',
  'tags.save': 'Speichern',
  'tags.create': 'Schlagwort anlegen',
  'tags.doDelete': 'Löschen …',
  'tags.delete': 'Löschen',
  'tags.deleteQuestion': '„{name}“ löschen?',
  'tags.deleteText':
    'Es verschwindet von {n} Objekten, die sonst bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
  'tags.deleteText.one':
    'Es verschwindet von 1 Objekt, das sonst bleibt, wie es ist. Das lässt sich nicht rückgängig machen.',
  'tag.nameMissing': 'Gib ihm einen Namen.',
  'tag.nameTooLong': 'Ein Schlagwort hat höchstens 40 Zeichen.',
  'tag.nameOdd': 'Ein Name kann keine unsichtbaren Steuer- oder Richtungszeichen enthalten.',
  'tag.colorMissing': 'Wähle eine Farbe.',
  'tags.color.madder': 'Krapp',
  'tags.color.sienna': 'Siena',
  'tags.color.ochre': 'Ocker',
  'tags.color.olive': 'Oliv',
  'tags.color.malachite': 'Malachit',
  'tags.color.lagoon': 'Lagune',
  'tags.color.cerulean': 'Coelin',
  'tags.color.smalt': 'Smalte',
  'tags.color.mauve': 'Malve',
  'tags.color.lake': 'Karmin',
}
