import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { Chip } from '../kit/Chip.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import { Icon } from '../kit/Icon.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { useCountdown } from '../shell/use-countdown.ts'
import { Actions } from './Actions.tsx'
import styles from './AssetScreen.module.css'
import { Changelog } from './Changelog.tsx'
import { Details } from './Details.tsx'
import { DetailsWaiting } from './DetailsWaiting.tsx'
import { GENDER_ICONS } from './gender-icons.tsx'
import { Stage } from './Stage.tsx'
import type { AssetActor } from './use-asset.ts'
import { useDetails } from './use-details.ts'

/** Props of {@link AssetScreen}. */
export interface AssetScreenProps {
  actor: AssetActor
  /** Leaves the asset to the list, which deletes it and offers Undo. */
  onDelete: (asset: Asset) => void
}

/** One asset: on the turntable, with its details, lock and history. */
export function AssetScreen({ actor, onDelete }: AssetScreenProps) {
  const { translate } = useAtelier()
  const page = useSelector(actor, ({ context }) => context.page)
  const asset = useSelector(actor, ({ context }) => context.page?.asset ?? context.seen)
  const form = useDetails(actor, asset)
  const error = useSelector(actor, ({ context }) => context.error)
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'))
  const isFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const retry = () => actor.send({ type: 'retry.requested' })
  const seconds = useCountdown(isFailed ? error : null, isBusy, retry)

  if (isMissing) {
    return (
      <EmptyScene
        kind="away"
        level={1}
        title={translate('asset.missing')}
        actions={
          <Link to="/assets" className={buttonClass({ variant: 'ink' })}>
            {translate('asset.toList')}
          </Link>
        }
      >
        {translate('asset.missing.why')}
      </EmptyScene>
    )
  }
  if (isFailed) {
    return (
      <EmptyScene
        kind="failed"
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        level={1}
        title={translate('asset.failed')}
        actions={
          isWorthRetrying(error) ? (
            <Button variant="ink" onClick={retry}>
              {translate('action.retry')}
            </Button>
          ) : (
            <Link to="/assets" className={buttonClass({ variant: 'ink' })}>
              {translate('asset.toList')}
            </Link>
          )
        }
      >
        {translate(wordOf(error))}
      </EmptyScene>
    )
  }
  return (
    <>
      <PageHead
        title={asset?.name ?? translate('asset.loading')}
        crumb={
          <nav className={styles.crumb} aria-label={translate('asset.crumb')}>
            <Link to="/assets">{translate('nav.assets')}</Link>
            <Icon size="xs">
              <CaretRightIcon weight="bold" />
            </Icon>
          </nav>
        }
        marks={asset && <Marks asset={asset} />}
        actions={asset && <Actions onDelete={onDelete} actor={actor} asset={asset} form={form} />}
      />
      <div className={styles.detail} aria-busy={isBusy}>
        {isBusy && <LoadBar label={translate('asset.loading')} />}
        {/* Before the stage, which has many stops: who came to change the name is there in six. */}
        <aside className={styles.aside} aria-label={translate('asset.about')}>
          {asset ? <Details actor={actor} asset={asset} page={page} form={form} /> : <DetailsWaiting />}
        </aside>
        <div className={styles.work}>
          <Stage asset={asset} />
          <Changelog history={page?.history ?? null} />
        </div>
      </div>
    </>
  )
}

/** Type, gender and lock of the asset, beside its name. */
function Marks({ asset: { type, gender, locked } }: { asset: Asset }) {
  const { translate } = useAtelier()
  return (
    <>
      <Chip pigment={pigmentOf(type)}>{translate(`asset.type.${type}`)}</Chip>
      <Chip tone="bare" icon={GENDER_ICONS[gender]} className={styles.wide}>
        {translate(`asset.gender.${gender}`)}
      </Chip>
      {locked && (
        <Chip tone="edge" icon={<LockSimpleIcon weight="fill" />}>
          {translate('asset.locked')}
        </Chip>
      )}
    </>
  )
}
