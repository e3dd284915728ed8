import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import type { TagColor } from '../../api/contract/tags.ts'
import type { AssetPage } from '../../machines/asset.machine.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { numberFormat } from '../formats.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { CopyId } from '../kit/CopyId.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './Details.module.css'
import { DetailsForm } from './DetailsForm.tsx'
import { dateText } from './date-text.ts'
import type { AssetActor } from './use-asset.ts'
import type { DetailsForm as Form } from './use-details.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link Details}. */
export interface DetailsProps {
  actor: AssetActor
  asset: Asset
  /** What names stand for; null until it has loaded. */
  page: AssetPage | null
  form: Form
}

/** What is known of an asset: its lock first, always, then details, applications and facts of the model. */
export function Details({ actor, asset, page, form }: DetailsProps) {
  const { translate, language } = useAtelier()
  const { stats } = asset
  const known = page?.tags.filter(({ tagId }) => asset.tags.includes(tagId))
  const tags = known ?? asset.tags.map((tagId) => ({ tagId, name: null, color: undefined }))
  const names = new Map(page?.applications.map(({ id, name }) => [id, name]))
  return (
    <>
      <section>
        <LockCard actor={actor} asset={asset} />
      </section>
      <section aria-labelledby="asset-details-title">
        <h2 id="asset-details-title" className={styles.title}>
          {translate('asset.details')}
          <span className={styles.end}>{translate('asset.saved', { when: dateText(asset.updatedAt, language) })}</span>
        </h2>
        <DetailsForm actor={actor} asset={asset} form={form} />
        {tags.length > 0 && (
          <div>
            <h3 className={styles.label}>{translate('asset.tags')}</h3>
            <ul className={styles.tags}>
              {tags.map(({ tagId, name, color }) => (
                <li key={tagId}>
                  <Chip pigment={color as TagColor | undefined}>{name ?? <Skeleton width={48} />}</Chip>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      <section aria-labelledby="asset-applications-title">
        <h2 id="asset-applications-title" className={styles.title}>
          {translate('asset.applications')} <span className={styles.count}>{asset.applications.length}</span>
        </h2>
        {asset.applications.length === 0 && <p className={styles.none}>{translate('asset.applications.none')}</p>}
        {asset.applications.length > 0 && (
          <ul className={styles.applications}>
            {asset.applications.map(({ applicationId, position, isVisible }) => (
              <li key={applicationId}>
                {page ? (
                  <Avatar name={names.get(applicationId) ?? applicationId} size={36} shape="square" />
                ) : (
                  <Skeleton width={36} height={36} />
                )}
                <span>
                  <b>
                    {page ? (
                      (names.get(applicationId) ?? translate('asset.applications.unknown'))
                    ) : (
                      <Skeleton width={120} />
                    )}
                  </b>
                  <small>
                    {translate(isVisible ? 'asset.applications.place' : 'asset.applications.hidden', { position })}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="asset-model-title">
        <h2 id="asset-model-title" className={styles.title}>
          {translate('asset.model')}
        </h2>
        <dl className={styles.facts}>
          <dt>{translate('asset.id')}</dt>
          <dd>
            <CopyId id={asset.id} copyLabel={translate('asset.id.copy')} copiedText={translate('asset.id.copied')} />
          </dd>
          <dt>{translate('asset.size')}</dt>
          <dd>{formatBytes(stats.bytes, language)}</dd>
          <dt>{translate('asset.triangles')}</dt>
          <dd>{numberFormat(language).format(stats.triangles)}</dd>
          <dt>{translate('asset.vertices')}</dt>
          <dd>{numberFormat(language).format(stats.vertices)}</dd>
          <dt>{translate('asset.textures')}</dt>
          <dd>{numberFormat(language).format(stats.textures)}</dd>
          <dt>{translate('asset.created')}</dt>
          <dd>{dateText(asset.createdAt, language)}</dd>
        </dl>
      </section>
    </>
  )
}

/** Open or locked, in the same place, so that people learn where to look. */
function LockCard({ actor, asset }: { actor: AssetActor; asset: Asset }) {
  const { translate } = useAtelier()
  const { mayLock } = useRights(asset)
  const isSettled = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'settled' }))
  const isChanging = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'relocking' }))
  const kind = asset.locked ? 'locked' : 'unlocked'
  return (
    <div className={styles.lock} data-locked={asset.locked || undefined}>
      <span className={styles.disc}>
        <Icon>{asset.locked ? <LockSimpleIcon weight="fill" /> : <LockSimpleOpenIcon />}</Icon>
      </span>
      <span role="status">
        <b>{translate(`asset.lock.${kind}`)}</b>
        <p>{translate(kind === 'unlocked' && !mayLock ? 'asset.lock.viewOnly' : `asset.lock.${kind}.why`)}</p>
      </span>
      {mayLock && (
        <Button
          size="sm"
          waiting={!isSettled && !isChanging}
          busy={isChanging && translate('action.working')}
          onClick={() => actor.send({ type: 'lock.toggled' })}
        >
          {translate(asset.locked ? 'asset.unlock' : 'asset.lock')}
        </Button>
      )}
    </div>
  )
}
