import cap from './fallen-cap.svg?raw'

const CAP_DATA_URL = `data:image/svg+xml,${encodeURIComponent(cap)}`

/** Cap next to the pedestal on error pages. A data URL, so that it cannot fail to load. */
export const FallenCapPicture = ({ className }: { className?: string | undefined }) => (
  <img className={className} src={CAP_DATA_URL} alt="" />
)
