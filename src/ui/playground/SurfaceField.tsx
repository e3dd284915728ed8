import type { ReactNode } from 'react'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useTranslate } from '../use-translate.ts'
import { SURFACES, type Surface } from '../viewer/motion/surfaces.ts'
import playground from './Playground.module.css'

/** Props of {@link SurfaceField}; `children` is a note below the control. */
export interface SurfaceFieldProps {
  surface: Surface
  onSurface: (surface: Surface) => void
  children?: ReactNode
}

export function SurfaceField({ surface, onSurface, children }: SurfaceFieldProps) {
  const translate = useTranslate(examineMessages)
  return (
    <section aria-labelledby="examine-surface">
      <h2 className={playground.title} id="examine-surface">
        {translate('examine.surface')}
      </h2>
      <SegmentedControl
        label={translate('examine.surface')}
        size="sm"
        wide
        items={SURFACES.map((id) => ({ id, label: translate(`examine.surface.${id}`) }))}
        value={surface}
        onChange={onSurface}
      />
      {children}
    </section>
  )
}
