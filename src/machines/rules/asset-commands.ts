import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import type { RecipeName } from '../../api/contract/recipes.ts'

/** What can be done to an asset beside its details and its lock; a `position` is 1-based. */
export type AssetCommand =
  /** Everyone may use it, guests too; or only who is given it. */
  | { do: 'open'; isOpen: boolean }
  /** `restores`: since when the asset was as it will be again. */
  | { do: 'tag'; tagId: string; isOn: boolean; restores?: string }
  | { do: 'makeTag'; name: string }
  | { do: 'link'; applicationId: string; isVisible?: boolean; position?: number }
  | { do: 'unlink'; applicationId: string }
  | { do: 'place'; applicationId: string; isVisible?: boolean; position?: number }
  /** Makes it what it was right after an entry of its history. */
  | { do: 'revert'; entryId: string }
  | { do: 'adopt'; recipe: RecipeName }
  | { do: 'sync' }
  | { do: 'replace'; modelUrl?: string; iconUrl?: string }
  /** Its icon is what the stage shows now. */
  | { do: 'portray' }

/** The asset before something is done to it, with its history, newest first. */
interface Before {
  asset: Pick<Asset, 'applications' | 'updatedAt'>
  history: readonly Pick<ChangelogEntry, 'id'>[]
}

/** What takes a command back; `null`: nothing does, or what was done is undone where it was done. */
export function undoOf(command: AssetCommand, { asset, history }: Before): AssetCommand | null {
  switch (command.do) {
    case 'tag':
      return { ...command, isOn: !command.isOn, restores: asset.updatedAt }
    case 'open':
      return { do: 'open', isOpen: !command.isOpen }
    case 'link':
      return { do: 'unlink', applicationId: command.applicationId }
    case 'unlink': {
      const place = placeIn(asset, command.applicationId)
      return place ? { do: 'link', ...place } : null
    }
    case 'place': {
      const place = placeIn(asset, command.applicationId)
      if (!place) return null
      const { applicationId, isVisible, position } = place
      return {
        do: 'place',
        applicationId,
        // Only what was changed: who may move an asset may not always show it.
        ...(command.isVisible !== undefined && { isVisible }),
        ...(command.position !== undefined && { position }),
      }
    }
    case 'makeTag':
      return null
    default: {
      // What the asset was right after the newest entry is what it was before.
      const last = history[0]
      return last ? { do: 'revert', entryId: last.id } : null
    }
  }
}

const placeIn = ({ applications }: Before['asset'], id: string) =>
  applications.find(({ applicationId }) => applicationId === id)

/** The asset as it will be, as far as that is told by the command alone: a switch that waits for its answer looks broken. */
export function foreseen(asset: Asset, command: AssetCommand | null): Asset {
  switch (command?.do) {
    case 'open':
      return { ...asset, defaultAuthorized: command.isOpen }
    case 'tag':
      return {
        ...asset,
        tags: [...asset.tags.filter((tagId) => tagId !== command.tagId), ...(command.isOn ? [command.tagId] : [])],
      }
    case 'place': {
      const { applicationId, isVisible } = command
      if (isVisible === undefined) return asset
      return {
        ...asset,
        applications: asset.applications.map((it) => (it.applicationId === applicationId ? { ...it, isVisible } : it)),
      }
    }
    default:
      return asset
  }
}
