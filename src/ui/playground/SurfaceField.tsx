import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { Segmented } from '../kit/Segmented.tsx'
import { SURFACES, type Surface } from '../viewer/surfaces.ts'
import playground from './Playground.module.css'

/** Props of {@link SurfaceField}; `children` is what there is to say about it. */
export interface SurfaceFieldProps {
  surface: Surface
  onSurface: (surface: Surface) => void
  children?: ReactNode
}

/** How the surface of what stands on the stage is drawn. */
export function SurfaceField({ surface, onSurface, children }: SurfaceFieldProps) {
  const { translate } = useAtelier()
  return (
    <section aria-labelledby="examine-surface">
      <h2 className={playground.title} id="examine-surface">
        {translate('examine.surface')}
      </h2>
      <Segmented
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
