import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { Switch } from '../kit/fields/Switch.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

/** Switch that makes an asset available to every user. Editors see the switch, but only admins can use it. */
export function AccessSwitch({ actor, asset }: { actor: AssetActor; asset: Asset }) {
  const translate = useTranslate(assetMessages)
  const { session } = useAtelier()
  const isAdmin = can(abilityOf(useSelector(session, ({ context }) => context.data?.token)), 'manage', 'all')
  const { mayUpdate } = useAssetPermissions(asset)
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
