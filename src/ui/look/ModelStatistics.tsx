import { useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { Disclosure } from '../kit/layout/Disclosure.tsx'
import type { MessageKey } from '../message-key.ts'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import type { ViewerInfo } from '../viewer/viewer-info.ts'
import styles from './DisplayOptionsPanel.module.css'

/** Polling interval of the rendering statistics while they are visible, in milliseconds. */
const REFRESH_MS = 500

export interface ModelStatisticsProps {
  model: ModelInfo
  /** Returns the rendering statistics, or null before the viewer is ready. */
  read: () => ViewerInfo | null
}

/** Last segment of a statistic's message key. */
type StatisticName =
  MessageKey<'look'> extends infer Key ? (Key extends `look.statistics.${infer Name}` ? Name : never) : never

export function ModelStatistics({ model, read }: ModelStatisticsProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  const [isOpen, setOpen] = useState(false)
  const [stage, setStage] = useState<ViewerInfo | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const refresh = () => setStage(read())
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOpen, read])
  const format = (value: number) => formatNumber(value, language)
  const rows: readonly (readonly [key: StatisticName, value: string])[] = [
    ['triangles', format(model.triangles)],
    ['vertices', format(model.vertices)],
    ['textures', `${format(model.textures)} · ${format(Math.round(model.pixels / 1e5) / 10)} MP`],
    ['materials', format(model.materials)],
    ['bones', format(model.bones)],
    ['targets', format(model.morphTargets.length)],
    ['clips', format(model.clips.length)],
    ['bytes', formatBytes(model.bytes, language)],
    ...(stage
      ? ([
          ['calls', format(stage.calls)],
          ['drawn', format(stage.triangles)],
          ['card', `${format(stage.geometries)} · ${format(stage.textures)}`],
          ['ratio', format(Math.round(stage.pixelRatio * 100) / 100)],
          ['frames', format(stage.frames)],
        ] as const)
      : []),
  ]
  return (
    <section>
      <Disclosure title={translate('look.statistics')} isOpen={isOpen} onOpenChange={setOpen}>
        <dl className={styles.facts}>
          {rows.map(([key, value]) => (
            <div key={key}>
              <dt>{translate(`look.statistics.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  )
}
