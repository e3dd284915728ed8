import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import type { VariantRecipe } from '../../api/contract/recipes.ts'

/** Command on an asset, other than editing its details or its lock. A `position` is 1-based. */
export type AssetCommand =
  /** Opens the asset to all users, guests included, or restricts it to the users that it is assigned to. */
  | { do: 'open'; isOpen: boolean }
  /** `restores`: the `updatedAt` that the asset had before the command being undone. */
  | { do: 'tag'; tagId: string; isOn: boolean; restores?: string }
  | { do: 'makeTag'; name: string }
  | { do: 'link'; applicationId: string; isVisible?: boolean; position?: number }
  | { do: 'unlink'; applicationId: string }
  | { do: 'place'; applicationId: string; isVisible?: boolean; position?: number }
  /** Restores the state right after a history entry. */
  | { do: 'revert'; entryId: string }
  | { do: 'adopt'; recipe: VariantRecipe }
  | { do: 'sync' }
  | { do: 'replace'; modelUrl?: string; iconUrl?: string }
  /** Downloads the layered source file. Changes nothing. */
  | { do: 'source' }
  /** Makes the viewer's current picture the asset's icon. */
  | { do: 'portray' }

/** The asset before a command, with its history, newest first. */
interface CommandBasis {
  asset: Pick<Asset, 'applications' | 'updatedAt'>
  history: readonly Pick<ChangelogEntry, 'id'>[]
}

/** Returns the command that undoes `command`. Returns `null` if no such command exists or if undo is offered elsewhere. */
export function undoCommandFor(command: AssetCommand, { asset, history }: CommandBasis): AssetCommand | null {
  switch (command.do) {
    case 'tag':
      return { ...command, isOn: !command.isOn, restores: asset.updatedAt }
    case 'open':
      return { do: 'open', isOpen: !command.isOpen }
    case 'link':
      return { do: 'unlink', applicationId: command.applicationId }
    case 'unlink': {
      const placement = placementIn(asset, command.applicationId)
      return placement ? { do: 'link', ...placement } : null
    }
    case 'place': {
      const placement = placementIn(asset, command.applicationId)
      if (!placement) return null
      const { applicationId, isVisible, position } = placement
      return {
        do: 'place',
        applicationId,
        // Restore only what changed: a user allowed to move an asset may not be allowed to show it.
        ...(command.isVisible !== undefined && { isVisible }),
        ...(command.position !== undefined && { position }),
      }
    }
    case 'makeTag':
    case 'source':
      return null
    default: {
      // The state right after the newest entry is the state before the command.
      const last = history[0]
      return last ? { do: 'revert', entryId: last.id } : null
    }
  }
}

const placementIn = ({ applications }: CommandBasis['asset'], id: string) =>
  applications.find(({ applicationId }) => applicationId === id)

/** Returns the expected asset for an optimistic update. A switch that waits for the response looks broken. */
export function applyOptimistically(asset: Asset, command: AssetCommand | null): Asset {
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
        applications: asset.applications.map((link) =>
          link.applicationId === applicationId ? { ...link, isVisible } : link,
        ),
      }
    }
    default:
      return asset
  }
}
