import { type CSSProperties, useEffect, useState } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import { lazyModule } from '../loading/lazy-module.ts'
import { useLazyModule } from '../loading/use-lazy-module.ts'
import { waitForNextPaint } from '../loading/wait-for-next-paint.ts'
import styles from './StillLifeIllustration.module.css'
import { type ScenePlinth, STUDIO_SCENE } from './still-life-scenes.ts'

const lazyFallenCap = lazyModule(async () => (await import('./FallenCapPicture.tsx')).FallenCapPicture)

export interface StillLifeIllustrationProps {
  blocks?: readonly ScenePlinth[]
  /** `room` has walls and a floor (sign-in page); `island` floats on the page (empty states). */
  setting?: 'room' | 'island'
  /** Shows only the shadows of the items. */
  away?: boolean
  /** Shows a cap next to the pedestal. */
  fallen?: boolean
  className?: string | undefined
}

/** Decorative scene of pedestals in window light. Fills its container. */
export function StillLifeIllustration({
  blocks = STUDIO_SCENE,
  setting = 'room',
  away = false,
  fallen = false,
  className,
}: StillLifeIllustrationProps) {
  const [Cap, requestModule] = useLazyModule(lazyFallenCap)
  const [hasArt, setArt] = useState(false)
  useEffect(() => {
    // Each SVG image is a document of its own, so six of them would delay the first frame.
    waitForNextPaint().then(() => setArt(true))
  }, [])
  useEffect(() => {
    if (fallen) requestModule('prefetch')
  }, [fallen, requestModule])
  return (
    <div aria-hidden="true" className={joinClassNames(styles.still, styles[setting], away && styles.away, className)}>
      {setting === 'island' && <span className={styles.floor} />}
      {blocks.map((block) => (
        <div
          key={block.x}
          className={joinClassNames(styles.block, block.wideOnly && styles.wideOnly)}
          style={plinthStyle(block)}
        >
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

function plinthStyle(block: ScenePlinth): CSSProperties {
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
