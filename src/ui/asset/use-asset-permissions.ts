import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'

/** Returns the user's permissions on an asset, for showing and hiding controls. The server enforces the permissions. */
export function useAssetPermissions(asset: Asset | null) {
  const { session } = useAtelier()
  const ability = abilityOf(useSelector(session, ({ context }) => context.data?.token))
  return {
    mayUpdate: asset !== null && can(ability, 'update', 'Asset', asset),
    mayLock: asset !== null && can(ability, 'lock', 'Asset', asset),
    mayCopy: asset !== null && can(ability, 'manage', 'all'),
    mayDelete: asset !== null && can(ability, 'delete', 'Asset', asset),
  }
}
