import { CubeIcon } from '@phosphor-icons/react/Cube'
import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Icon } from '../kit/Icon.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { paletteMessages } from '../messages/palette.ts'
import { translateIfKnown } from '../messages.ts'
import { formatRelativeTime } from '../relative-time.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './CommandPalette.module.css'
import { renderOptionIcon } from './PaletteOptionRow.tsx'
import type { PaletteOption } from './palette-groups.ts'

/** Preview of the palette's active line. Hidden from screen readers, because the preview repeats what the line says. */
export function PalettePreview({ line, glyph }: { line: PaletteOption | undefined; glyph: ReactNode }) {
  const translate = useTranslate(paletteMessages)
  const { language } = useAtelier()
  const asset = line && 'thing' in line ? line.thing.asset : undefined
  if (!line) return <aside className={styles.peek} aria-hidden="true" />
  if (!asset) {
    return (
      <aside className={styles.peek} aria-hidden="true">
        <div className={styles.sign}>
          <Icon size="fit">{renderOptionIcon(line, glyph)}</Icon>
        </div>
        <h3>{line.label}</h3>
      </aside>
    )
  }
  const facts = [
    ['palette.type', translateIfKnown(translate, 'asset.type.', asset.type) ?? asset.type],
    ['palette.size', formatBytes(asset.bytes, language)],
    ['palette.lock', translate(asset.locked ? 'palette.locked' : 'palette.unlocked')],
    ['palette.updated', formatRelativeTime(asset.updatedAt, Date.now(), language)],
  ] as const
  return (
    <aside className={styles.peek} data-pigment={pigmentOf(asset.type)} aria-hidden="true">
      <Plinth key={line.id} pigment={pigmentOf(asset.type)} src={asset.iconUrl} size={188} className={styles.art}>
        <CubeIcon />
      </Plinth>
      <h3>{line.label}</h3>
      <dl>
        {facts.map(([labelKey, fact]) => (
          <div key={labelKey}>
            <dt>{translate(labelKey)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
