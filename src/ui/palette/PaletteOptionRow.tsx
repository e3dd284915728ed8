import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LightningIcon } from '@phosphor-icons/react/Lightning'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { UserIcon } from '@phosphor-icons/react/User'
import type { MouseEvent, ReactNode } from 'react'
import { splitByMatch } from '../../machines/palette/palette.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { renderActionIcon } from '../list/action-icon.tsx'
import { paletteMessages } from '../messages/palette.ts'
import { translateIfKnown } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './CommandPalette.module.css'
import type { PaletteOption } from './palette-groups.ts'

export interface PaletteOptionRowProps {
  id: string
  line: PaletteOption
  text: string
  glyph: ReactNode
  isActive: boolean
  onPoint: () => void
  onChoose: (isNewTab: boolean) => void
}

/** Line of the palette: an asset with its picture, another navigation target with an icon, or an action. */
export function PaletteOptionRow({ id, line, text, glyph, isActive, onPoint, onChoose }: PaletteOptionRowProps) {
  const translate = useTranslate(paletteMessages)
  const asset = 'thing' in line ? line.thing.asset : undefined
  const refusal = 'offer' in line ? line.offer.disabledReason : undefined
  const end =
    'thing' in line && line.thing.tag
      ? translate('palette.onAssets', { n: line.thing.tag.count })
      : 'thing' in line && line.thing.kind === 'application'
        ? translate('palette.application')
        : (refusal ?? emailOf(line))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys and has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to the option by aria-activedescendant
    <div
      role="option"
      id={id}
      className={styles.line}
      data-kind={asset ? 'asset' : undefined}
      aria-selected={isActive}
      aria-disabled={refusal !== undefined || undefined}
      // Prevents the press from moving the focus out of the field.
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
        <Icon>{renderOptionIcon(line, glyph)}</Icon>
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <HighlightedName line={line} text={text} />
        </span>
        {asset && (
          <small>
            {[
              translateIfKnown(translate, 'asset.type.', asset.type) ?? asset.type,
              asset.locked && translate('palette.locked'),
            ]
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

/** Returns a user's e-mail address, unless the label is that address. */
const emailOf = (line: PaletteOption) =>
  'thing' in line && line.thing.kind === 'user' && line.thing.words !== line.label ? line.thing.words : undefined

export function renderOptionIcon(line: PaletteOption, glyph: ReactNode): ReactNode {
  if ('offer' in line) return renderActionIcon(line.offer.icon) ?? <LightningIcon />
  if ('choice' in line) return renderActionIcon(line.of.icon) ?? <LightningIcon />
  if (line.thing.kind === 'tag') return <TagIcon />
  if (line.thing.kind === 'application') return renderActionIcon('application')
  if (line.thing.kind === 'user') return <UserIcon />
  return glyph ?? <ArrowRightIcon />
}

/** Name with the typed text highlighted. Names of tags are in quotes. */
function HighlightedName({ line, text }: Pick<PaletteOptionRowProps, 'line' | 'text'>) {
  const translate = useTranslate(paletteMessages)
  const parts = splitByMatch(line.label, text).map(([part, isMarked], index) =>
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
