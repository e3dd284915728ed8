import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import { applyOptimistically } from '../../machines/asset/asset-commands.ts'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { CopyableId } from '../kit/CopyableId.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import { AssetApplications } from './AssetApplications.tsx'
import styles from './AssetDetails.module.css'
import { AssetIconRow } from './AssetIconRow.tsx'
import { AssetPanels } from './AssetPanels.tsx'
import { AssetTags } from './AssetTags.tsx'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { formatDateTime } from './format-date.ts'
import { LazyReplaceDialog } from './LazyReplaceDialog.tsx'
import { LockCard } from './LockCard.tsx'
import type { ModelComparison } from './panel-props.ts'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'
import { useRunningCommand } from './use-command-toasts.ts'
import type { DetailsFormState as Form } from './use-details-form.ts'

export interface AssetDetailsProps extends ModelComparison {
  actor: AssetActor
  asset: Asset
  /** Loaded page data, with the names of the applications and tags that the asset refers to. Null until loaded. */
  page: AssetPage | null
  form: Form
  panelCalls: AssetPanelCalls
}

/** Details of an asset: lock first, then fields, applications and facts about the model. */
export function AssetDetails({ actor, asset, page, form, panelCalls, compared, onCompare }: AssetDetailsProps) {
  const [isReplacing, setReplacing] = useState(false)
  const { mayUpdate } = useAssetPermissions(asset)
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const { stats } = asset
  const shownAsset = applyOptimistically(asset, useRunningCommand(actor))
  return (
    <>
      <section>
        <LockCard actor={actor} asset={asset} history={page?.history} />
      </section>
      <section aria-labelledby="asset-details-title">
        <h2 id="asset-details-title" className={styles.title}>
          {translate('asset.details')}
          <span className={styles.end}>
            {translate('asset.saved', { when: formatDateTime(asset.updatedAt, language) })}
          </span>
        </h2>
        <DetailsForm actor={actor} asset={asset} form={form} bodies={page?.bodies} />
        <AssetTags actor={actor} asset={shownAsset} tags={page?.tags} />
        <AssetIconRow actor={actor} asset={asset} work={panelCalls} />
        <AccessSwitch actor={actor} asset={shownAsset} />
      </section>
      <AssetApplications actor={actor} asset={shownAsset} page={page} />
      <section aria-labelledby="asset-model-title">
        <div className={styles.heading}>
          <h2 id="asset-model-title" className={styles.title}>
            {translate('asset.model')}
          </h2>
          {mayUpdate && !asset.locked && (
            <Button size="sm" variant="ghost" className={styles.add} onClick={() => setReplacing(true)}>
              {translate('asset.replace.open')}
            </Button>
          )}
        </div>
        {isReplacing && (
          <LazyReplaceDialog
            kind="glb"
            asset={asset}
            work={panelCalls}
            onReplace={(modelUrl) => actor.send({ type: 'command.requested', command: { do: 'replace', modelUrl } })}
            onClose={() => setReplacing(false)}
          />
        )}
        <dl className={styles.facts}>
          <dt>{translate('asset.id')}</dt>
          <dd>
            <CopyableId
              id={asset.id}
              copyLabel={translate('asset.id.copy')}
              copiedText={translate('asset.id.copied')}
            />
          </dd>
          <dt>{translate('asset.size')}</dt>
          <dd>{formatBytes(stats.bytes, language)}</dd>
          <dt>{translate('asset.triangles')}</dt>
          <dd>{formatNumber(stats.triangles, language)}</dd>
          <dt>{translate('asset.vertices')}</dt>
          <dd>{formatNumber(stats.vertices, language)}</dd>
          <dt>{translate('asset.textures')}</dt>
          <dd>{formatNumber(stats.textures, language)}</dd>
          <dt>{translate('asset.created')}</dt>
          <dd>{formatDateTime(asset.createdAt, language)}</dd>
        </dl>
      </section>
      {page && <AssetPanels {...{ actor, asset, page, panelCalls, compared, onCompare }} />}
    </>
  )
}

/** Switch that makes an asset available to every user. Editors see the switch, but only admins can use it. */
function AccessSwitch({ actor, asset }: { actor: AssetActor; asset: Asset }) {
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
