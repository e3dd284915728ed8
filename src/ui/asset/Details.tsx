import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { foreseen } from '../../machines/rules/asset-commands.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { CopyId } from '../kit/CopyId.tsx'
import { Access } from './Access.tsx'
import { Applications } from './Applications.tsx'
import type { AssetWork } from './asset-work.ts'
import styles from './Details.module.css'
import { DetailsForm } from './DetailsForm.tsx'
import { dateText } from './date-text.ts'
import { IconRow } from './IconRow.tsx'
import { LockCard } from './LockCard.tsx'
import { Panels } from './Panels.tsx'
import type { Comparing } from './panel-props.ts'
import { ReplaceFile } from './ReplaceFile.tsx'
import { Tags } from './Tags.tsx'
import type { AssetActor } from './use-asset.ts'
import { useCommand } from './use-commands.ts'
import type { DetailsForm as Form } from './use-details.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link Details}. */
export interface DetailsProps extends Comparing {
  actor: AssetActor
  asset: Asset
  /** What names stand for; null until it has loaded. */
  page: AssetPage | null
  form: Form
  work: AssetWork
}

/** What is known of an asset: its lock first, always, then details, applications and facts of the model. */
export function Details({ actor, asset, page, form, work, compared, onCompare }: DetailsProps) {
  const [isReplacing, setReplacing] = useState(false)
  const { mayUpdate } = useRights(asset)
  const { translate, language } = useAtelier()
  const { stats } = asset
  const shown = foreseen(asset, useCommand(actor))
  return (
    <>
      <section>
        <LockCard actor={actor} asset={asset} history={page?.history} />
      </section>
      <section aria-labelledby="asset-details-title">
        <h2 id="asset-details-title" className={styles.title}>
          {translate('asset.details')}
          <span className={styles.end}>{translate('asset.saved', { when: dateText(asset.updatedAt, language) })}</span>
        </h2>
        <DetailsForm actor={actor} asset={asset} form={form} bodies={page?.bodies} />
        <Tags actor={actor} asset={shown} tags={page?.tags} />
        <IconRow actor={actor} asset={asset} work={work} />
        <Access actor={actor} asset={shown} />
      </section>
      <Applications actor={actor} asset={shown} page={page} />
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
          <ReplaceFile
            kind="glb"
            asset={asset}
            work={work}
            onReplace={(modelUrl) => actor.send({ type: 'command.requested', command: { do: 'replace', modelUrl } })}
            onClose={() => setReplacing(false)}
          />
        )}
        <dl className={styles.facts}>
          <dt>{translate('asset.id')}</dt>
          <dd>
            <CopyId id={asset.id} copyLabel={translate('asset.id.copy')} copiedText={translate('asset.id.copied')} />
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
          <dd>{dateText(asset.createdAt, language)}</dd>
        </dl>
      </section>
      {page && <Panels {...{ actor, asset, page, work, compared, onCompare }} />}
    </>
  )
}
