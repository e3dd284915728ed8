import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { ASSETS_BREADCRUMBS, Breadcrumbs } from '../Breadcrumbs.tsx'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { getButtonClass } from '../kit/button-class.ts'
import { Chip } from '../kit/Chip.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { StageLayout } from '../kit/layout/StageLayout.tsx'
import { useIsPhone } from '../list/use-is-phone.ts'
import { assetMessages } from '../messages/asset.ts'
import { PresenceIndicator } from '../presence/PresenceIndicator.tsx'
import { useRetryCountdown } from '../use-retry-countdown.ts'
import { useTranslate } from '../use-translate.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { AssetActions } from './AssetActions.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import styles from './AssetScreen.module.css'
import { AssetStage } from './AssetStage.tsx'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import { Changelog } from './Changelog.tsx'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import { GENDER_ICONS } from './gender-icons.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import type { ComparedModel } from './panel-props.ts'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'
import { useCommandToasts } from './use-command-toasts.ts'
import { useDetailsForm } from './use-details-form.ts'
import type { NeighbourNavigation } from './use-neighbours.ts'

export interface AssetScreenProps {
  actor: AssetActor
  panelCalls: AssetPanelCalls
  viewer?: RefObject<AvatarViewerHandle | null>
  /** Passes the deletion to the list, which deletes the asset and offers Undo. */
  onDelete: (asset: Asset) => void
  /** Starts a new asset with the given asset as template. */
  onNewFrom: (asset: Asset) => void
  neighbours?: NeighbourNavigation | null
}

export function AssetScreen({ actor, panelCalls, viewer, onDelete, onNewFrom, neighbours }: AssetScreenProps) {
  const translate = useTranslate(assetMessages)
  const page = useSelector(actor, ({ context }) => context.page)
  const asset = useSelector(actor, ({ context }) => context.page?.asset ?? context.placeholder)
  const form = useDetailsForm(actor, asset)
  const error = useSelector(actor, ({ context }) => context.error)
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'))
  const isFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isPhone = useIsPhone()
  const [comparison, setComparison] = useState<{ other: ComparedModel; modelUrl: string | undefined } | null>(null)
  const modelUrl = asset?.modelUrl
  // A comparison belongs to one model and ends when the model is replaced.
  const compared = comparison && comparison.modelUrl === modelUrl ? comparison.other : null
  const onCompare = useCallback(
    (other: ComparedModel | null) => setComparison(other && { other, modelUrl }),
    [modelUrl],
  )
  const retry = () => actor.send({ type: 'retry.requested' })
  const Toasts = useCommandToasts(actor)
  useAssetEvents(actor)
  const mayRevert = useAssetPermissions(asset).mayUpdate && !asset?.locked
  const revert = useCallback(
    (entryId: string) => actor.send({ type: 'command.requested', command: { do: 'revert', entryId } }),
    [actor],
  )
  const seconds = useRetryCountdown(isFailed ? error : null, isBusy, retry)

  if (isMissing) {
    return (
      <EmptyState
        kind="away"
        level={1}
        title={translate('asset.missing')}
        actions={
          <Link to="/assets" className={getButtonClass({ variant: 'ink' })}>
            {translate('asset.toList')}
          </Link>
        }
      >
        {translate('asset.missing.why')}
      </EmptyState>
    )
  }
  if (isFailed) {
    return (
      <EmptyState
        kind="failed"
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        level={1}
        title={translate('asset.failed')}
        actions={
          isRetryable(error) ? (
            <Button variant="ink" onClick={retry}>
              {translate('action.retry')}
            </Button>
          ) : (
            <Link to="/assets" className={getButtonClass({ variant: 'ink' })}>
              {translate('asset.toList')}
            </Link>
          )
        }
      >
        {translate(getErrorMessageKey(error))}
      </EmptyState>
    )
  }
  const presence = asset && (
    <PresenceIndicator
      id={asset.id}
      panelCalls={panelCalls}
      place={isPhone ? 'stage' : 'head'}
      isEditing={form.isDirty}
    />
  )
  return (
    <>
      <PageHead
        title={asset?.name ?? translate('asset.loading')}
        crumb={<Breadcrumbs trail={ASSETS_BREADCRUMBS} />}
        marks={asset && <HeadMarks asset={asset} />}
        actions={
          <>
            {!isPhone && presence}
            {neighbours && <NeighbourButtons navigation={neighbours} />}
            {asset && <AssetActions {...{ neighbours, onDelete, onNewFrom, actor, asset, form }} />}
          </>
        }
      />
      <StageLayout
        isBusy={isBusy}
        above={
          <>
            {isBusy && <LoadingBar label={translate('asset.loading')} />}
            {isPhone && presence}
          </>
        }
        // Details come first in Tab order, so that a keyboard user reaches the name within six Tab stops.
        isAsideFirst
        asideLabel={translate('asset.about')}
        aside={
          asset ? (
            <AssetDetails {...{ actor, asset, page, form, panelCalls, compared, onCompare }} />
          ) : (
            <DetailsSkeleton />
          )
        }
      >
        <AssetStage asset={asset} viewer={viewer} compared={compared} onCompare={onCompare} />
        <Changelog page={page} work={panelCalls} onRevert={mayRevert ? revert : undefined} />
      </StageLayout>
      {Toasts && <Toasts />}
    </>
  )
}

function HeadMarks({ asset: { type, gender, locked } }: { asset: Asset }) {
  const translate = useTranslate(assetMessages)
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

function useAssetEvents(actor: AssetActor): void {
  const { listenToEvents } = useAtelier()
  useEffect(() => {
    const { id } = actor.getSnapshot().context
    return listenToEvents?.((event) => {
      if (event === 'gap' || event.id === id) actor.send({ type: 'remoteChange.received', change: event })
    })
  }, [actor, listenToEvents])
}
