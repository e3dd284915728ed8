import { useState } from 'react'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelInfo } from '../viewer/viewer-info.ts'
import styles from './Playground.module.css'
import { isHexColor, type PlaygroundSettings } from './playground-settings.ts'

export interface MaterialFieldsProps {
  settings: PlaygroundSettings
  onSettings: (part: Partial<PlaygroundSettings>) => void
  model: ModelInfo | null
}

/** Fields for the material variant, the colours of material slots, and a hotspot label. */
export function MaterialFields({ settings, onSettings, model }: MaterialFieldsProps) {
  const translate = useTranslate(lookMessages)
  const slots = model?.slots ?? []
  const [chosenSlot, setChosenSlot] = useState<string | null>(null)
  const slot = chosenSlot !== null && slots.includes(chosenSlot) ? chosenSlot : (slots[0] ?? null)
  const color = (slot !== null && settings.colors[slot]) || ''
  return (
    <section aria-labelledby="playground-materials">
      <h2 className={styles.title} id="playground-materials">
        {translate('playground.materials')}
      </h2>
      {model?.variants && (
        <SelectField
          label={translate('playground.variant')}
          items={['', ...model.variants].map((id) => ({ id, label: id || translate('playground.variant.own') }))}
          value={settings.variant ?? ''}
          placeholder=""
          onChange={(variant) => onSettings({ variant: variant || null })}
        />
      )}
      <SelectField
        label={translate('playground.slot')}
        items={slots.map((id) => ({ id, label: id }))}
        value={slot}
        placeholder={translate('playground.slot.none')}
        isDisabled={slots.length === 0}
        onChange={setChosenSlot}
      />
      <TextField
        label={translate('playground.color')}
        value={color}
        isDisabled={slot === null}
        onChange={(text) => slot !== null && onSettings({ colors: { ...settings.colors, [slot]: text } })}
        error={color !== '' && !isHexColor(color) ? translate('playground.colorRefused') : undefined}
      />
      <TextField
        label={translate('playground.hotspot')}
        description={translate('playground.hotspot.why')}
        value={settings.hotspot}
        onChange={(hotspot) => onSettings({ hotspot })}
      />
    </section>
  )
}
