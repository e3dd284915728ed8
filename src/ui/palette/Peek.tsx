import { CubeIcon } from '@phosphor-icons/react/Cube'
import type { ReactNode } from 'react'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { relativeTime } from '../relative-time.ts'
import type { Line } from './lines.ts'
import styles from './Palette.module.css'
import { glyphOfLine } from './PaletteLine.tsx'

/** What the palette's line is about, beside the list; its words say nothing that a screen reader needs. */
export function Peek({ line, glyph }: { line: Line | undefined; glyph: ReactNode }) {
  const { translate, language } = useAtelier()
  const asset = line && 'thing' in line ? line.thing.asset : undefined
  if (!line) return <aside className={styles.peek} aria-hidden="true" />
  if (!asset) {
    return (
      <aside className={styles.peek} aria-hidden="true">
        <div className={styles.sign}>
          <Icon size="fit">{glyphOfLine(line, glyph)}</Icon>
        </div>
        <h3>{line.label}</h3>
      </aside>
    )
  }
  const facts = [
    ['palette.type', translate(`asset.type.${asset.type}`)],
    ['palette.size', formatBytes(asset.bytes, language)],
    ['palette.lock', translate(asset.locked ? 'palette.locked' : 'palette.unlocked')],
    ['palette.updated', relativeTime(asset.updatedAt, Date.now(), language)],
  ] as const
  return (
    <aside className={styles.peek} data-pigment={pigmentOf(asset.type)} aria-hidden="true">
      <Plinth key={line.id} pigment={pigmentOf(asset.type)} src={asset.iconUrl} size={188} className={styles.art}>
        <CubeIcon />
      </Plinth>
      <h3>{line.label}</h3>
      <dl>
        {facts.map(([word, fact]) => (
          <div key={word}>
            <dt>{translate(word)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
