import type { words as en } from '../en/wardrobe.ts'

/** Sentences of the wardrobe. */
export const words: Record<keyof typeof en, string> = {
  'wardrobe.title': 'Garderobe',
  'wardrobe.of': 'Garderobe von {name}',
  'wardrobe.failed': 'Die Garderobe wurde nicht geladen',
  'wardrobe.toUsers': 'Zu den Personen',
  'wardrobe.stage': 'Zusammen getragen: {names}',
  'wardrobe.wears': '{n} angezogen',
  'wardrobe.drop': 'Zum Anziehen loslassen',
  'wardrobe.assets': 'In der Garderobe',
  'wardrobe.add': 'Assets wählen',
  'wardrobe.remove': '{name} aus der Garderobe entfernen',
  'wardrobe.more': 'Mehr anzeigen',
  'wardrobe.otherBody': 'Für einen anderen Körper gemacht',
  'wardrobe.empty': 'In dieser Garderobe ist noch nichts.',
  'wardrobe.empty.own': 'In deiner Garderobe ist noch nichts. Ein Admin kann Assets hinzufügen.',
  'wardrobe.empty.add': 'In dieser Garderobe ist noch nichts. Füge oben Assets hinzu.',
  'wardrobe.outfits': 'Outfits',
  'wardrobe.outfit.name': 'Name des Outfits',
  'wardrobe.outfit.save': 'Outfit speichern',
  'wardrobe.outfit.saved': 'Outfit „{name}“ gespeichert',
  'wardrobe.outfit.delete': 'Outfit {name} löschen',
  'wardrobe.outfit.nothing': 'Zieh etwas an, um es als Outfit zu speichern.',
  'wardrobe.outfit.taken': 'Ersetzt das Outfit dieses Namens.',
  'wardrobe.outfit.here': 'Bleibt auf diesem Gerät, bis du dich abmeldest.',
  'wardrobe.outfit.yours': 'Liegt in deinem Konto; nur du siehst es.',
}
