import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { isModelSource } from '../../machines/viewer/model-source.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { Icon } from '../kit/Icon.tsx'
import { lookMessages } from '../messages/look.ts'
import { useIsTouchOnly } from '../use-is-touch-only.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Playground.module.css'
import { displayNameOf, type FileOrUrl } from './playground-settings.ts'

/** Props of {@link ModelFields}; `refused` is the message about rejected files, if any. */
export interface ModelFieldsProps {
  models: readonly FileOrUrl[]
  onFiles: (files: readonly File[]) => void
  onAddress: (address: string) => void
  refused: string | null
}

/** Fields for the model, as a local file or a URL. */
export function ModelFields({ models, onFiles, onAddress, refused }: ModelFieldsProps) {
  const translate = useTranslate(lookMessages)
  const isTouch = useIsTouchOnly()
  const [address, setAddress] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isInvalid = isSubmitted && address !== '' && !isModelSource(address)
  const submit = () => {
    setSubmitted(true)
    if (isModelSource(address)) onAddress(address)
  }
  return (
    <section aria-labelledby="playground-model">
      <h2 className={styles.title} id="playground-model">
        {translate('playground.model')}
        <span className={styles.end}>{models.map(displayNameOf).join(', ')}</span>
      </h2>
      <p className={styles.hint}>{translate(isTouch ? 'playground.pick' : 'playground.drop')}</p>
      {refused && (
        <p className={styles.fault} role="alert">
          {refused}
        </p>
      )}
      <FileTrigger allowsMultiple onSelect={(files) => files && onFiles([...files])}>
        <Button className={getButtonClass()}>
          <Icon>
            <UploadSimpleIcon />
          </Icon>
          {translate('playground.choose')}
        </Button>
      </FileTrigger>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={translate('playground.address')}
          description={translate('playground.address.why')}
          value={address}
          onChange={(text) => {
            setAddress(text)
            setSubmitted(false)
          }}
          onBlur={submit}
          type="url"
          error={isInvalid ? translate('playground.addressRefused') : undefined}
        />
      </form>
    </section>
  )
}
