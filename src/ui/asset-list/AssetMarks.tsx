import { GenderFemaleIcon } from '@phosphor-icons/react/GenderFemale'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { GenderMaleIcon } from '@phosphor-icons/react/GenderMale'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import type { ReactElement } from 'react'
import type { Asset, AssetType, Gender } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Chip } from '../kit/Chip.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './AssetMarks.module.css'

/** The glyph of a gender. */
export const GENDER_GLYPHS: Record<Gender, ReactElement> = {
  female: <GenderFemaleIcon />,
  male: <GenderMaleIcon />,
  neutral: <GenderIntersexIcon />,
}

/** A type's name with its hue. */
export function TypeChip({ type, isBare = false }: { type: AssetType; isBare?: boolean }) {
  const { translate } = useAtelier()
  return (
    <Chip pigment={pigmentOf(type)} tone={isBare ? 'bare' : 'quiet'} className={isBare ? styles.flush : undefined}>
      {translate(`asset.type.${type}`)}
    </Chip>
  )
}

/** A gender's glyph and name. */
export function GenderChip({ gender }: { gender: Gender }) {
  const { translate } = useAtelier()
  return (
    <Chip tone="bare" icon={GENDER_GLYPHS[gender]} className={styles.flush}>
      {translate(`asset.gender.${gender}`)}
    </Chip>
  )
}

/** What a phone says of an asset beside its type, in words alone. */
export function PhoneFacts({ asset: { gender, locked } }: { asset: Pick<Asset, 'gender' | 'locked'> }) {
  const { translate } = useAtelier()
  return (
    <>
      <span className={styles.muted}>{translate(`asset.gender.${gender}`)}</span>
      {locked && <span className={styles.muted}>{translate('assets.locked')}</span>}
    </>
  )
}

/** Whether an asset is locked, in words. */
export function LockChip({ isLocked }: { isLocked: boolean }) {
  const { translate } = useAtelier()
  if (!isLocked) return <span className={styles.muted}>{translate('assets.unlocked')}</span>
  return (
    <Chip tone="edge" icon={<LockSimpleIcon weight="fill" />}>
      {translate('assets.locked')}
    </Chip>
  )
}

/** How many applications show as tiles before the rest is counted. */
const TILES = 3

/** The applications that use an asset: one by its name, several as tiles. */
export function ApplicationMarks({ names }: { names: readonly string[] }) {
  const { translate } = useAtelier()
  const more = names.length - TILES
  if (names.length === 0) return <span className={styles.muted}>{translate('assets.noApplication')}</span>
  return (
    <span className={styles.applications} title={names.join(', ')}>
      <span className={styles.tiles} aria-hidden="true">
        {names.slice(0, TILES).map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names that are not known yet are all the same
          <Avatar key={at} name={name} size={22} shape="square" />
        ))}
      </span>
      {names.length === 1 ? (
        <span className={styles.only}>{names[0]}</span>
      ) : (
        <>
          {more > 0 && <span aria-hidden="true">+{more}</span>}
          <VisuallyHidden>{names.join(', ')}</VisuallyHidden>
        </>
      )}
    </span>
  )
}

/** When an asset was changed last, over who did: `me` is this person's id. */
export function Updated({ asset: { updatedAt, updatedBy }, me }: { asset: Asset; me: string | undefined }) {
  const { translate } = useAtelier()
  const who =
    updatedBy &&
    (updatedBy.id === me
      ? translate('assets.you')
      : (updatedBy.name ?? updatedBy.email ?? translate('assets.teamMember')))
  return (
    <span className={styles.updated}>
      <TimeAgo at={updatedAt} />
      {who && (
        <span className={styles.who} title={updatedBy.email}>
          {who}
        </span>
      )}
    </span>
  )
}
