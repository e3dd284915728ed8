import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import type { ReactElement } from 'react'
import type { Asset, AssetType, Gender } from '../../api/contract/assets.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Chip } from '../kit/Chip.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { assetsMessages } from '../messages/assets.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetChips.module.css'

export const GENDER_ICONS: Record<Gender, ReactElement> = {
  female: <GenderFemaleIcon />,
  male: <GenderMaleIcon />,
  neutral: <GenderIntersexIcon />,
}

export function TypeChip({ type, isBare = false }: { type: AssetType; isBare?: boolean }) {
  const translate = useTranslate()
  return (
    <Chip pigment={pigmentOf(type)} tone={isBare ? 'bare' : 'quiet'} className={isBare ? styles.flush : undefined}>
      {translate(`asset.type.${type}`)}
    </Chip>
  )
}

export function GenderChip({ gender }: { gender: Gender }) {
  const translate = useTranslate()
  return (
    <Chip tone="bare" icon={GENDER_ICONS[gender]} className={styles.flush}>
      {translate(`asset.gender.${gender}`)}
    </Chip>
  )
}

/** Gender and lock of an asset, as text for phones. */
export function AssetFactsOnPhone({ asset: { gender, locked } }: { asset: Pick<Asset, 'gender' | 'locked'> }) {
  const translate = useTranslate(assetsMessages)
  return (
    <>
      <span className={styles.muted}>{translate(`asset.gender.${gender}`)}</span>
      {locked && <span className={styles.muted}>{translate('assets.locked')}</span>}
    </>
  )
}

export function LockChip({ isLocked }: { isLocked: boolean }) {
  const translate = useTranslate(assetsMessages)
  if (!isLocked) return <span className={styles.muted}>{translate('assets.unlocked')}</span>
  return (
    <Chip tone="edge" icon={<LockSimpleIcon weight="fill" />}>
      {translate('assets.locked')}
    </Chip>
  )
}

/** Maximum number of application tiles; the others are counted. */
const MAX_TILES = 3

/** Applications that use an asset: a single one with its name, several as tiles. */
export function ApplicationTiles({ names }: { names: readonly string[] }) {
  const translate = useTranslate(assetsMessages)
  const hiddenCount = names.length - MAX_TILES
  if (names.length === 0) return <span className={styles.muted}>{translate('assets.noApplication')}</span>
  return (
    <span className={styles.applications} title={names.join(', ')}>
      <span className={styles.tiles} aria-hidden="true">
        {names.slice(0, MAX_TILES).map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names that are not loaded yet are all equal
          <Avatar key={at} name={name} size={22} shape="square" />
        ))}
      </span>
      {names.length === 1 ? (
        <span className={styles.only}>{names[0]}</span>
      ) : (
        <>
          {hiddenCount > 0 && <span aria-hidden="true">+{hiddenCount}</span>}
          <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
        </>
      )}
    </span>
  )
}

/** Time of an asset's last change, above its author. `me` is the id of the current user. */
export function UpdatedCell({ asset: { updatedAt, updatedBy }, me }: { asset: Asset; me: string | undefined }) {
  const translate = useTranslate(assetsMessages)
  const editorName =
    updatedBy &&
    (updatedBy.id === me
      ? translate('assets.you')
      : (updatedBy.name ?? updatedBy.email ?? translate('assets.teamMember')))
  return (
    <span className={styles.updated}>
      <TimeAgo at={updatedAt} />
      {editorName && (
        <span className={styles.who} title={updatedBy.email}>
          {editorName}
        </span>
      )}
    </span>
  )
}
