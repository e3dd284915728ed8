import { useDropzone } from 'react-dropzone'
import { DropArea } from '../kit/fields/DropArea.tsx'
import { formMessages } from '../messages/form.ts'
import { useIsTouchOnly } from '../use-is-touch-only.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './NewAssetQueueForm.module.css'

export function AddModelsDropArea({ add }: { add: (files: readonly File[]) => void }) {
  const translate = useTranslate(formMessages)
  const isTouch = useIsTouchOnly()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => files.length > 0 && add(files),
  })
  const texts = {
    upload: translate('upload.prompt'),
    orDrop: isTouch ? undefined : translate('upload.orDrop'),
    drop: translate('upload.drop'),
  }
  return (
    <div>
      <DropArea
        {...getRootProps({ role: 'button' })}
        className={styles.more}
        state={isDragActive ? 'dragging' : 'idle'}
        words={texts}
        aria-label={`${translate('queue.more')}: ${isDragActive ? texts.drop : [texts.upload, texts.orDrop].filter(Boolean).join(' ')}`}
      />
      <input {...getInputProps({ accept: '.glb', multiple: true, 'aria-hidden': true })} />
    </div>
  )
}
