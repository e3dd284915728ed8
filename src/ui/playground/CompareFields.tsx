import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { getButtonClass } from '../kit/button-class.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { Icon } from '../kit/Icon.tsx'
import { examineMessages } from '../messages/examine.ts'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { Surface } from '../viewer/motion/surfaces.ts'
import { classifyFiles } from './classify-files.ts'
import { COMPARISON_LAYOUTS, type ComparisonSettings } from './comparison.ts'
import playground from './Playground.module.css'
import { displayNameOf } from './playground-settings.ts'
import { SurfaceField } from './SurfaceField.tsx'
import { SAMPLE_MODELS } from './samples.ts'

export interface CompareFieldsProps {
  comparing: ComparisonSettings
  onComparing: (part: Partial<ComparisonSettings>) => void
  surface: Surface
  onSurface: (surface: Surface) => void
}

const FILE_ID = 'file'

/** Fields for the second model of a comparison and its layout. */
export function CompareFields({ comparing, onComparing, surface, onSurface }: CompareFieldsProps) {
  const translate = useTranslate(examineMessages, lookMessages)
  const [rejectedMessage, setRejectedMessage] = useState<string | null>(null)
  const { other, layout } = comparing
  const chooseFiles = (files: readonly File[]) => {
    const { models, panorama, refused: unknownFile } = classifyFiles(files)
    const [file] = models
    const rejectedFile = unknownFile ?? panorama
    if (file) onComparing({ other: { file } })
    setRejectedMessage(!file && rejectedFile ? translate('compare.refused', { name: rejectedFile.name }) : null)
  }
  return (
    <>
      <section aria-labelledby="compare-with">
        <h2 className={playground.title} id="compare-with">
          {translate('compare.with')}
          <span className={playground.end}>{other && displayNameOf(other)}</span>
        </h2>
        <SelectField
          label={translate('playground.samples')}
          items={[
            ...(other && 'file' in other ? [{ id: FILE_ID, label: other.file.name }] : []),
            ...SAMPLE_MODELS.map(({ name, address }) => ({ id: address, label: name })),
          ]}
          value={other ? ('file' in other ? FILE_ID : other.address) : null}
          placeholder={translate('compare.none')}
          onChange={(id) => id !== FILE_ID && onComparing({ other: { address: id } })}
        />
        {rejectedMessage && (
          <p className={playground.fault} role="alert">
            {rejectedMessage}
          </p>
        )}
        <FileTrigger onSelect={(files) => files && chooseFiles([...files])}>
          <Button className={getButtonClass()}>
            <Icon>
              <UploadSimpleIcon />
            </Icon>
            {translate('compare.choose')}
          </Button>
        </FileTrigger>
        <SegmentedControl
          label={translate('compare.how')}
          size="sm"
          wide
          items={COMPARISON_LAYOUTS.map((id) => ({ id, label: translate(`compare.${id}`) }))}
          value={layout}
          isDisabled={other === null}
          onChange={(next) => onComparing({ layout: next })}
        />
        <p className={playground.hint}>{translate('compare.why')}</p>
      </section>
      <SurfaceField surface={surface} onSurface={onSurface} />
    </>
  )
}
