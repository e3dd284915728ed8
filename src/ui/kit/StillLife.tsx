import { type CSSProperties, useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { painted } from './painted.ts'
import { part } from './part.ts'
import styles from './StillLife.module.css'
import { type Block, STUDIO } from './still-scenes.ts'
import { usePart } from './use-part.ts'

const fallenCap = part(async () => (await import('./FallenCap.tsx')).FallenCap)

/** Props of {@link StillLife}. */
export interface StillLifeProps {
  blocks?: readonly Block[]
  /** `room` has walls and a floor (sign-in); `island` floats on the page (empty states). */
  setting?: 'room' | 'island'
  /** The pieces are only shadows of themselves. */
  away?: boolean
  /** A cap lies beside the plinth. */
  fallen?: boolean
  className?: string | undefined
}

/** A quiet scene of plinths under window light; decoration, hidden from screen readers. Fills the box it is given. */
export function StillLife({
  blocks = STUDIO,
  setting = 'room',
  away = false,
  fallen = false,
  className,
}: StillLifeProps) {
  const [Cap, ask] = usePart(fallenCap)
  const [hasArt, setArt] = useState(false)
  useEffect(() => {
    // To a browser a drawing is a document of its own, and six of them hold up the first frame of what stands beside them.
    painted().then(() => setArt(true))
  }, [])
  useEffect(() => {
    // Where nothing can be reached there is no cap, and nobody misses it.
    if (fallen) ask('fetch')
  }, [fallen, ask])
  return (
    <div aria-hidden="true" className={classes(styles.still, styles[setting], away && styles.away, className)}>
      {setting === 'island' && <span className={styles.floor} />}
      {blocks.map((block) => (
        <div key={block.x} className={classes(styles.block, block.wideOnly && styles.wideOnly)} style={place(block)}>
          <span className={styles.cast} />
          <span className={styles.front} />
          <span className={styles.top} />
          {block.art && hasArt && <img src={`/art/${block.art}.svg`} alt="" />}
        </div>
      ))}
      {fallen && (
        <>
          <span className={styles.shadow} />
          {Cap && <Cap className={styles.cap} />}
        </>
      )}
    </div>
  )
}

function place(block: Block): CSSProperties {
  return {
    '--x': block.x,
    '--w': block.width,
    '--t': block.height,
    '--y': block.foot ?? '0px',
    '--z': block.depth,
    '--iw': block.artWidth ?? '86%',
    '--drop': block.drop ?? '5.5%',
  } as CSSProperties
}
