import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { Switch } from '../kit/Switch.tsx'
import type { AssetActor } from './use-asset.ts'
import { useRights } from './use-rights.ts'

/** Whether everyone may use the asset; admins alone change it, those who change assets see it. */
export function Access({ actor, asset }: { actor: AssetActor; asset: Asset }) {
  const { session, translate } = useAtelier()
  const isAdmin = may(abilityOf(useSelector(session, ({ context }) => context.data?.token)), 'manage', 'all')
  const { mayUpdate } = useRights(asset)
  if (!mayUpdate) return null
  return (
    <Switch
      label={translate('asset.authorised')}
      description={translate(isAdmin ? 'asset.authorised.why' : 'asset.authorised.adminsOnly')}
      isSelected={asset.defaultAuthorized ?? false}
      isDisabled={!isAdmin || asset.locked}
      onChange={(isOpen) => actor.send({ type: 'command.requested', command: { do: 'open', isOpen } })}
    />
  )
}
