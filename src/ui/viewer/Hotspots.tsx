import css from './Hotspots.module.css'
import type { HotspotElements } from './hotspot-elements.ts'
import type { Hotspot } from './viewer-settings.ts'

export interface HotspotsProps {
  hotspots: readonly Hotspot[]
  elements: HotspotElements
  /** True while no model is shown. */
  isInert: boolean
  onHotspot: ((id: string) => void) | undefined
}

/** Renders buttons at points of the model, in the given order. `HotspotPositions` moves the buttons in the render loop. */
export function Hotspots({ hotspots, elements, isInert, onHotspot }: HotspotsProps) {
  if (isInert) return null
  return (
    <ul className={css.hotspots}>
      {hotspots.map(({ id, label }) => (
        <li
          key={id}
          className={css.hotspot}
          ref={(element) => {
            if (element) elements.set(id, element)
            return () => void elements.delete(id)
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
