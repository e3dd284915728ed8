import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type RefObject, useCallback, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { Chip } from '../kit/Chip.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { StageRoom } from '../kit/StageRoom.tsx'
import { usePhone } from '../list/use-phone.ts'
import { BELOW_ASSETS, Crumbs } from '../shell/Crumbs.tsx'
import { useCountdown } from '../shell/use-countdown.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { Actions } from './Actions.tsx'
import styles from './AssetScreen.module.css'
import type { AssetWork } from './asset-work.ts'
import { Changelog } from './Changelog.tsx'
import { Details } from './Details.tsx'
import { DetailsWaiting } from './DetailsWaiting.tsx'
import { GENDER_ICONS } from './gender-icons.tsx'
import { Neighbours } from './Neighbours.tsx'
import { People } from './People.tsx'
import type { Compared } from './panel-props.ts'
import { Stage } from './Stage.tsx'
import type { AssetActor } from './use-asset.ts'
import { useCommands } from './use-commands.ts'
import { useDetails } from './use-details.ts'
import { useHearing } from './use-hearing.ts'
import type { Beside } from './use-neighbours.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link AssetScreen}. */
export interface AssetScreenProps {
  actor: AssetActor
  work: AssetWork
  /** Where the stage puts what speaks for it. */
  viewer?: RefObject<AvatarViewerHandle | null>
  /** Leaves the asset to the list, which deletes it and offers Undo. */
  onDelete: (asset: Asset) => void
  /** Makes another from the asset. */
  onNewFrom: (asset: Asset) => void
  /** What stands beside it in the list one came from. */
  beside?: Beside | null
}

/** One asset: on the turntable, with its details, lock and history. */
export function AssetScreen({ actor, work, viewer, onDelete, onNewFrom, beside }: AssetScreenProps) {
  const { translate } = useAtelier()
  const page = useSelector(actor, ({ context }) => context.page)
  const asset = useSelector(actor, ({ context }) => context.page?.asset ?? context.seen)
  const form = useDetails(actor, asset)
  const error = useSelector(actor, ({ context }) => context.error)
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'))
  const isFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isPhone = usePhone()
  const [picked, setPicked] = useState<{ other: Compared; modelUrl: string | undefined } | null>(null)
  const modelUrl = asset?.modelUrl
  // What was made of one model stands beside no other.
  const compared = picked && picked.modelUrl === modelUrl ? picked.other : null
  const onCompare = useCallback((other: Compared | null) => setPicked(other && { other, modelUrl }), [modelUrl])
  const retry = () => actor.send({ type: 'retry.requested' })
  const Toasts = useCommands(actor)
  useHearing(actor)
  const mayRevert = useRights(asset).mayUpdate && !asset?.locked
  const revert = useCallback(
    (entryId: string) => actor.send({ type: 'command.requested', command: { do: 'revert', entryId } }),
    [actor],
  )
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
  const people = asset && (
    <People id={asset.id} work={work} place={isPhone ? 'stage' : 'head'} isEditing={form.isDirty} />
  )
  return (
    <>
      <PageHead
        title={asset?.name ?? translate('asset.loading')}
        crumb={<Crumbs trail={BELOW_ASSETS} />}
        marks={asset && <Marks asset={asset} />}
        actions={
          <>
            {!isPhone && people}
            {beside && <Neighbours beside={beside} />}
            {asset && <Actions {...{ beside, onDelete, onNewFrom, actor, asset, form }} />}
          </>
        }
      />
      <StageRoom
        isBusy={isBusy}
        above={
          <>
            {isBusy && <LoadBar label={translate('asset.loading')} />}
            {isPhone && people}
          </>
        }
        // Who came to change the name is there in six stops.
        isAsideFirst
        asideLabel={translate('asset.about')}
        aside={asset ? <Details {...{ actor, asset, page, form, work, compared, onCompare }} /> : <DetailsWaiting />}
      >
        <Stage asset={asset} viewer={viewer} compared={compared} onCompare={onCompare} />
        <Changelog page={page} work={work} onRevert={mayRevert ? revert : undefined} />
      </StageRoom>
      {Toasts && <Toasts />}
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
