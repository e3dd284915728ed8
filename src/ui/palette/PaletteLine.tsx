import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LightningIcon } from '@phosphor-icons/react/Lightning'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { UserIcon } from '@phosphor-icons/react/User'
import type { MouseEvent, ReactNode } from 'react'
import { markedParts } from '../../machines/rules/palette.ts'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { glyphOf } from '../list/glyph-of.tsx'
import type { Line } from './lines.ts'
import styles from './Palette.module.css'

/** Props of {@link PaletteLine}. */
export interface PaletteLineProps {
  id: string
  line: Line
  /** What is typed: it is marked in the name. */
  text: string
  /** The glyph of a page. */
  glyph: ReactNode
  isActive: boolean
  /** The pointer is on it. */
  onPoint: () => void
  onChoose: (isApart: boolean) => void
}

/** One line of the palette: an asset with its picture, a page, a tag, or an action. */
export function PaletteLine({ id, line, text, glyph, isActive, onPoint, onChoose }: PaletteLineProps) {
  const { translate } = useAtelier()
  const asset = 'thing' in line ? line.thing.asset : undefined
  const refusal = 'offer' in line ? line.offer.refusal : undefined
  const end =
    'thing' in line && line.thing.tag
      ? translate('palette.onAssets', { n: line.thing.tag.count })
      : 'thing' in line && line.thing.kind === 'application'
        ? translate('palette.application')
        : (refusal ?? addressOf(line))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant
    <div
      role="option"
      id={id}
      className={styles.line}
      data-kind={asset ? 'asset' : undefined}
      aria-selected={isActive}
      aria-disabled={refusal !== undefined || undefined}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => isActive || onPoint()}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      onAuxClick={(event: MouseEvent) => event.button === 1 && onChoose(true)}
    >
      {asset ? (
        <Plinth pigment={pigmentOf(asset.type)} src={asset.iconUrl} size={40}>
          <CubeIcon />
        </Plinth>
      ) : (
        <Icon>{glyphOfLine(line, glyph)}</Icon>
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <Name line={line} text={text} />
        </span>
        {asset && (
          <small>
            {[translate(`asset.type.${asset.type}`), asset.locked && translate('palette.locked')]
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
      </span>
      <span className={styles.end}>
        {end}
        {isActive && !refusal && <Kbd keys={['↵']} />}
      </span>
    </div>
  )
}

/** The address of a user who is called otherwise. */
const addressOf = (line: Line) =>
  'thing' in line && line.thing.kind === 'user' && line.thing.words !== line.label ? line.thing.words : undefined

/** The glyph of what has no picture. */
export function glyphOfLine(line: Line, glyph: ReactNode): ReactNode {
  if ('offer' in line) return glyphOf(line.offer.icon) ?? <LightningIcon />
  if ('choice' in line) return glyphOf(line.of.icon) ?? <LightningIcon />
  if (line.thing.kind === 'tag') return <TagIcon />
  if (line.thing.kind === 'application') return glyphOf('application')
  if (line.thing.kind === 'user') return <UserIcon />
  return glyph ?? <ArrowRightIcon />
}

/** The name with what was typed in strong letters; a tag’s in its quotes. */
function Name({ line, text }: Pick<PaletteLineProps, 'line' | 'text'>) {
  const { translate } = useAtelier()
  const parts = markedParts(line.label, text).map(([part, isMarked], index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name have no other key
    isMarked ? <mark key={index}>{part}</mark> : part,
  )
  if (!('thing' in line) || line.thing.kind !== 'tag') return parts
  const [before, after] = translate('palette.tag', { name: '\n' }).split('\n')
  return (
    <>
      {before}
      {parts}
      {after}
    </>
  )
}
