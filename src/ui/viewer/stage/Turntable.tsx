import { useEffect, useRef } from 'react'
import { yawToDegrees } from '../../../machines/viewer/turntable.ts'
import { DIAL, DIAL_TICKS, LABELLED_TICKS, rimArcPath, rimPointAt } from '../camera/dial.ts'
import { turnByKey } from '../camera/turn-by-key.ts'
import type { PoseStore } from '../motion/pose.ts'
import { formatMessage, type ViewerWords } from '../viewer-words.ts'
import css from './Turntable.module.css'

/** Props of `Turntable`. `isInert` is true while no model is shown; with `zoom`, the + and − keys zoom. */
export interface TurntableProps {
  pose: PoseStore
  isInert: boolean
  zoom: boolean
  words: ViewerWords
}

/** Floor dial under the model, with engraved degrees and a knob that shows and changes the yaw. */
export function Turntable({ pose, isInert, zoom, words }: TurntableProps) {
  const knob = useRef<HTMLSpanElement>(null)
  const arc = useRef<SVGPathElement>(null)

  useEffect(() => {
    // Written to the DOM without a React render, because the value changes with every pointer movement.
    const showDegrees = () => {
      const degrees = yawToDegrees(pose.now.yaw)
      const { x, y, depth } = rimPointAt(degrees)
      arc.current?.setAttribute('d', rimArcPath(degrees))
      const element = knob.current
      if (!element) return
      element.style.left = `${(x / DIAL.width) * 100}%`
      element.style.top = `${(y / DIAL.height) * 100}%`
      element.style.zIndex = depth < 0 ? '-1' : ''
      element.textContent = `${degrees}°`
      element.setAttribute('aria-valuenow', `${degrees}`)
      element.setAttribute('aria-valuetext', formatMessage(words.degrees, { degrees }))
    }
    showDegrees()
    return pose.subscribe(showDegrees)
  }, [pose, words])

  return (
    <>
      <svg className={css.dial} viewBox={`0 0 ${DIAL.width} ${DIAL.height}`} aria-hidden="true">
        <path className={css.rim} d={RIM_PATH} />
        <ellipse className={css.disc} cx={DIAL.x} cy={DIAL.y} rx={DIAL.across} ry={DIAL.along} />
        <ellipse className={css.base} cx={DIAL.x} cy={DIAL.y} rx={DIAL.across * 0.62} ry={DIAL.along * 0.62} />
        {DIAL_TICKS.map(({ degrees, x, y, length, isMajor, opacity }) => (
          <path
            key={degrees}
            className={isMajor ? css.major : css.tick}
            d={`M${x.toFixed(1)} ${y.toFixed(1)}v${length}`}
            opacity={opacity.toFixed(2)}
          />
        ))}
        <path className={css.arc} ref={arc} visibility={isInert ? 'hidden' : 'visible'} />
        {LABELLED_TICKS.map(({ degrees, x, y }) => (
          <text key={degrees} x={x} y={y + 25}>
            {degrees}°
          </text>
        ))}
      </svg>
      <div className={css.track} aria-hidden={isInert}>
        <span
          ref={knob}
          className={css.knob}
          role="slider"
          tabIndex={isInert ? -1 : 0}
          aria-label={words.turn}
          aria-valuemin={-180}
          aria-valuemax={180}
          aria-valuenow={0}
          aria-disabled={isInert}
          hidden={isInert}
          onKeyDown={(event) => !isInert && turnByKey(event, pose, zoom)}
        />
      </div>
    </>
  )
}

const RIM_PATH = `M${DIAL.x - DIAL.across} ${DIAL.y}A${DIAL.across} ${DIAL.along} 0 0 0 ${DIAL.x + DIAL.across} ${DIAL.y}v${
  DIAL.thickness
}A${DIAL.across} ${DIAL.along} 0 0 1 ${DIAL.x - DIAL.across} ${DIAL.y + DIAL.thickness}Z`
