import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { isModelSource } from '../../machines/rules/model-source.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useTouch } from '../use-touch.ts'
import styles from './Playground.module.css'
import { type Given, nameOf } from './playground.ts'

/** Props of {@link ModelFields}; `refused` is the sentence about the last files, if they were none of ours. */
export interface ModelFieldsProps {
  models: readonly Given[]
  onFiles: (files: readonly File[]) => void
  onAddress: (address: string) => void
  refused: string | null
}

/** What is shown: a file of one's own, or an address. */
export function ModelFields({ models, onFiles, onAddress, refused }: ModelFieldsProps) {
  const { translate } = useAtelier()
  const isTouch = useTouch()
  const [address, setAddress] = useState('')
  const [isTold, setTold] = useState(false)
  const isWrong = isTold && address !== '' && !isModelSource(address)
  const send = () => {
    setTold(true)
    if (isModelSource(address)) onAddress(address)
  }
  return (
    <section aria-labelledby="playground-model">
      <h2 className={styles.title} id="playground-model">
        {translate('playground.model')}
        <span className={styles.end}>{models.map(nameOf).join(', ')}</span>
      </h2>
      <p className={styles.hint}>{translate(isTouch ? 'playground.pick' : 'playground.drop')}</p>
      {refused && (
        <p className={styles.fault} role="alert">
          {refused}
        </p>
      )}
      <FileTrigger allowsMultiple onSelect={(files) => files && onFiles([...files])}>
        <Button className={buttonClass()}>
          <Icon>
            <UploadSimpleIcon />
          </Icon>
          {translate('playground.choose')}
        </Button>
      </FileTrigger>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label={translate('playground.address')}
          description={translate('playground.address.why')}
          value={address}
          onChange={(text) => {
            setAddress(text)
            setTold(false)
          }}
          onBlur={send}
          type="url"
          error={isWrong ? translate('playground.addressRefused') : undefined}
        />
      </form>
    </section>
  )
}
