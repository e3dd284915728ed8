import css from './Hotspots.module.css'
import type { Pins } from './pins.ts'
import type { Hotspot } from './viewer-settings.ts'

/** Props of {@link Hotspots}. */
export interface HotspotsProps {
  hotspots: readonly Hotspot[]
  pins: Pins
  /** Nothing stands there that they could be pinned to. */
  isInert: boolean
  onHotspot: ((id: string) => void) | undefined
}

/** Buttons pinned to points of the model, in the order they were told; where the points are is written by what draws it. */
export function Hotspots({ hotspots, pins, isInert, onHotspot }: HotspotsProps) {
  if (isInert) return null
  return (
    // A press on a button must not begin a drag.
    <ul className={css.hotspots}>
      {hotspots.map(({ id, label }) => (
        <li
          key={id}
          className={css.hotspot}
          ref={(element) => {
            if (element) pins.set(id, element)
            return () => void pins.delete(id)
          }}
        >
          <button type="button" onClick={() => onHotspot?.(id)}>
            <span className={css.label}>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
