import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import type { AssetCommand } from '../../machines/asset/asset-commands.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import type { PageCommand } from '../page-commands.ts'

/** Returns the command palette's actions on the asset's tags and applications. Actions without any choice are left out. */
export function buildChoiceCommands(
  page: AssetPage,
  translate: Translate<MessageKey<'common' | 'asset'>>,
  perform: (command: AssetCommand) => void,
): PageCommand[] {
  const { asset } = page
  const tags = page.tags.map(({ tagId, name }) => ({ id: tagId, label: name }))
  const applicationIds = new Set(asset.applications.map(({ applicationId }) => applicationId))
  const [assignedTags, otherTags] = [
    tags.filter(({ id }) => asset.tags.includes(id)),
    tags.filter(({ id }) => !asset.tags.includes(id)),
  ]
  const otherApplications = page.applications
    .filter(({ id }) => !applicationIds.has(id))
    .map(({ id, name }) => ({ id, label: name }))
  const toCommand = (
    id: 'tag' | 'untag' | 'link',
    choices: typeof tags,
    commandOf: (choice: string) => AssetCommand,
  ) =>
    choices.length === 0
      ? []
      : [
          {
            id,
            label: translate(`asset.offer.${id}`),
            icon: id === 'link' ? ('application' as const) : ('tag' as const),
            choices: async () => choices,
            run: (choice?: string) => choice !== undefined && perform(commandOf(choice)),
          },
        ]
  return [
    ...toCommand('tag', otherTags, (tagId) => ({ do: 'tag', tagId, isOn: true })),
    ...toCommand('untag', assignedTags, (tagId) => ({ do: 'tag', tagId, isOn: false })),
    ...toCommand('link', otherApplications, (applicationId) => ({ do: 'link', applicationId })),
  ]
}
