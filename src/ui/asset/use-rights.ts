import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'

/** What the person may do with an asset; the server decides, this shows or hides. */
export function useRights(asset: Asset | null) {
  const { session } = useAtelier()
  const ability = abilityOf(useSelector(session, ({ context }) => context.data?.token))
  return {
    mayUpdate: asset !== null && may(ability, 'update', 'Asset', asset),
    mayLock: asset !== null && may(ability, 'lock', 'Asset', asset),
    mayCopy: asset !== null && may(ability, 'manage', 'all'),
    mayDelete: asset !== null && may(ability, 'delete', 'Asset', asset),
  }
}
