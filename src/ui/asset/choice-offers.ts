import type { AssetPage } from '../../machines/asset.parts.ts'
import type { AssetCommand } from '../../machines/rules/asset-commands.ts'
import type { Offer } from '../offers.ts'
import type { Translate } from '../words.ts'

/** What can be done with the asset and one of the tags and applications that there are; nothing of which there is no choice. */
export function choiceOffers(page: AssetPage, translate: Translate, perform: (command: AssetCommand) => void): Offer[] {
  const { asset } = page
  const tags = page.tags.map(({ tagId, name }) => ({ id: tagId, label: name }))
  const held = new Set(asset.applications.map(({ applicationId }) => applicationId))
  const [worn, free] = [
    tags.filter(({ id }) => asset.tags.includes(id)),
    tags.filter(({ id }) => !asset.tags.includes(id)),
  ]
  const others = page.applications.filter(({ id }) => !held.has(id)).map(({ id, name }) => ({ id, label: name }))
  const offer = (id: 'tag' | 'untag' | 'link', found: typeof tags, commandOf: (choice: string) => AssetCommand) =>
    found.length === 0
      ? []
      : [
          {
            id,
            label: translate(`asset.offer.${id}`),
            icon: id === 'link' ? ('application' as const) : ('tag' as const),
            choices: async () => found,
            run: (choice?: string) => choice !== undefined && perform(commandOf(choice)),
          },
        ]
  return [
    ...offer('tag', free, (tagId) => ({ do: 'tag', tagId, isOn: true })),
    ...offer('untag', worn, (tagId) => ({ do: 'tag', tagId, isOn: false })),
    ...offer('link', others, (applicationId) => ({ do: 'link', applicationId })),
  ]
}
