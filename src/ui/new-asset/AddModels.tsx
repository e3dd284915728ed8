import { useDropzone } from 'react-dropzone'
import { useAtelier } from '../context.ts'
import { DropArea } from '../kit/DropArea.tsx'
import { useTouch } from '../use-touch.ts'
import styles from './AssetQueue.module.css'

/** Takes more models into the queue. */
export function AddModels({ add }: { add: (files: readonly File[]) => void }) {
  const { translate } = useAtelier()
  const isTouch = useTouch()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => files.length > 0 && add(files),
  })
  const words = {
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
        words={words}
        aria-label={`${translate('queue.more')}: ${isDragActive ? words.drop : [words.upload, words.orDrop].filter(Boolean).join(' ')}`}
      />
      <input {...getInputProps({ accept: '.glb', multiple: true, 'aria-hidden': true })} />
    </div>
  )
}
