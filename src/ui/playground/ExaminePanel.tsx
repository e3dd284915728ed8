import { type RefObject, useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { Surface } from '../viewer/motion/surfaces.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import type { ModelParts, ScenePart, Studio } from '../viewer/studio.ts'
import { CostRanking } from './CostRanking.tsx'
import styles from './Examine.module.css'
import { ModelExports } from './ModelExports.tsx'
import { PartTree } from './PartTree.tsx'
import playground from './Playground.module.css'
import { findScenePart, listRenderedParts } from './part-rows.ts'
import { SurfaceField } from './SurfaceField.tsx'
import { TextureList } from './TextureList.tsx'
import { TexturePicture } from './TexturePicture.tsx'

export interface ExaminePanelProps {
  viewer: RefObject<AvatarViewerHandle | null>
  surface: Surface
  onSurface: (surface: Surface) => void
  /** File name of exports, without extension. */
  name: string
  /** Whether the model has a spawn effect or animation. */
  hasEntrance: boolean
}

/** Panel that inspects the model: parts, GPU costs and textures. */
export function ExaminePanel({ viewer, surface, onSurface, ...exportProps }: ExaminePanelProps) {
  const translate = useTranslate(examineMessages)
  const { data, error, refetch } = useQuery({
    inspectorLabel: 'parts',
    queryKey: 'parts',
    queryFn: async () => {
      const studio = await viewer.current?.studio()
      const parts = studio?.parts()
      if (!studio || !parts) throw new Error('No model is loaded')
      return { studio, parts }
    },
  })
  return (
    <>
      <SurfaceField surface={surface} onSurface={onSurface}>
        {surface === 'uv' && data && !listRenderedParts(data.parts.root).some(({ hasUv }) => hasUv) && (
          <p className={styles.hint}>{translate('examine.surface.noUv')}</p>
        )}
      </SurfaceField>
      {data && <ExaminedModel {...data} {...exportProps} />}
      {!data && (
        <section aria-busy={!error}>
          {error ? (
            <>
              <p className={playground.fault} role="alert">
                {translate('examine.failed')}
              </p>
              <Button onClick={refetch}>{translate('examine.again')}</Button>
            </>
          ) : (
            <Skeleton />
          )}
        </section>
      )}
    </>
  )
}

interface ExaminedModelProps extends Pick<ExaminePanelProps, 'name' | 'hasEntrance'> {
  studio: Studio
  parts: ModelParts
}

/** Parts of one model. The viewer highlights the selected part while this component is mounted. */
function ExaminedModel({ studio, parts, ...exportProps }: ExaminedModelProps) {
  const translate = useTranslate(examineMessages)
  const [selectedPart, setSelectedPart] = useState<number | null>(null)
  const [texture, setTexture] = useState<number | null>(null)
  useEffect(() => {
    studio.highlight(selectedPart)
    return () => studio.highlight(null)
  }, [studio, selectedPart])
  const togglePart = (part: number) => setSelectedPart(part === selectedPart ? null : part)
  const part = selectedPart === null ? undefined : findScenePart(parts.root, selectedPart)
  return (
    <>
      <CostRanking parts={parts} onPart={setSelectedPart} onTexture={setTexture} />
      <section aria-labelledby="examine-scene">
        <h2 className={playground.title} id="examine-scene">
          {translate('examine.scene')}
        </h2>
        <PartTree root={parts.root} chosen={selectedPart} onChoose={togglePart} />
        {part && <PartFacts part={part} parts={parts} studio={studio} />}
      </section>
      <TextureList studio={studio} parts={parts} open={texture} onOpen={setTexture} />
      <ModelExports studio={studio} {...exportProps} />
    </>
  )
}

type FactName = 'cost.triangles' | 'materials' | 'size' | 'targets' | 'type' | 'vertices'

function PartFacts({ part, parts, studio }: { part: ScenePart; parts: ModelParts; studio: Studio }) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const format = (value: number) => formatNumber(value, language)
  const materials = part.materials.map((index) => parts.materials[index])
  const rows: readonly (readonly [FactName, string])[] = [
    ['type', translate(`examine.kind.${part.kind}`)],
    ...(part.vertices > 0
      ? ([
          ['cost.triangles', format(part.triangles)],
          ['vertices', format(part.vertices)],
          ['targets', format(part.morphTargets)],
          ['size', formatBytes(part.bytes, language)],
          ['materials', materials.map((material) => material?.name || translate('examine.unnamed')).join(', ')],
        ] as const)
      : []),
  ]
  const texture = materials[0]?.textures['map']
  const { width = 1, height = 1 } = (texture !== undefined && parts.textures[texture]) || {}
  return (
    <div className={styles.part}>
      <dl className={styles.facts}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{translate(`examine.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {part.hasUv && (
        <TexturePicture
          studio={studio}
          part={part.id}
          {...(texture !== undefined && { texture })}
          ratio={width / Math.max(1, height)}
          label={translate('examine.layout.of', { name: part.name || translate('examine.unnamed') })}
        />
      )}
    </div>
  )
}
