/** Korean translations of the API's descriptions. A test checks that none is missing. */
export const KOREAN: Readonly<Record<string, string>> = {
  // Groups
  Uploads: '업로드',
  'Resumable uploads': '이어 올리기',
  Jobs: '작업',
  Formats: '형식',
  Account: '계정',
  Webhooks: '웹훅',
  // Endpoints
  'Upload a file, or have the server download one from a URL': '파일 업로드 또는 주소에서 가져오기',
  'Uploads the file in one request. On unreliable connections, use the resumable protocol under /api/v1/tus.':
    '파일을 요청 하나로 업로드해요. 연결이 불안정하면 /api/v1/tus의 이어 올리기를 쓰세요.',
  'Get an upload': '업로드 조회',
  'Delete an upload': '업로드 삭제',
  'Start a resumable upload (tus 1.0.0)': '이어 올리기 시작(tus 1.0.0)',
  'Any tus client works. Extensions: creation, creation-with-upload, creation-defer-length, expiration, checksum, termination.':
    'tus 클라이언트라면 무엇이든 쓸 수 있어요. 지원하는 확장: creation, creation-with-upload, creation-defer-length, expiration, checksum, termination.',
  'Get the upload offset': '업로드 위치 조회',
  'Resume the upload': '이어서 업로드',
  'Delete the upload': '업로드 삭제',
  'Upload and convert a file, or several into one': '파일을 업로드하고 변환하기, 또는 여러 파일을 하나로 만들기',
  'Convert a file, or several into one, and get the result in the response':
    '파일을 변환하거나 여러 파일을 하나로 만들고 응답으로 결과 받기',
  'Send the file as the body, or a form with a `file` field for each file. Set the target with `to`, with `target_format` in a form, or with a media type in `Accept`. If the result is several files, you get a ZIP. If the conversion takes longer than 30 seconds, you get 202 with the job, and the conversion continues. `Location` is the URL of the job.':
    '파일을 본문으로 보내거나, 파일마다 폼의 `file` 필드 하나에 담아 보내요. 바꿀 형식은 `to`, 폼의 `target_format`, `Accept`의 미디어 타입 가운데 하나로 알려 주세요. 결과가 여러 개면 ZIP으로 묶어 응답해요. 변환이 30초 넘게 걸리면 먼저 202와 작업 정보로 응답하고 변환을 계속해요. `Location`은 작업의 주소예요.',
  'File name, if the file is the body; its extension helps detect the format':
    '파일을 본문으로 보낼 때의 파일 이름. 확장자가 형식을 알아내는 데 도움이 돼요',
  'The result': '결과',
  'The job, if it takes longer': '30초 안에 끝나지 않은 작업',
  'The file couldn’t be converted; see `error.details`': '파일을 변환하지 못했어요. 이유는 `error.details`에 있어요',
  'Convert an uploaded file, a file at a URL, or several uploaded files into one':
    '업로드한 파일이나 주소의 파일 변환, 또는 업로드한 여러 파일을 하나로 만들기',
  'List jobs, newest first': '작업 목록, 최신순',
  'Get a job; with `wait`, the response arrives when the job ends': '작업 조회. `wait`를 쓰면 작업이 끝날 때 응답해요',
  'Delete a job and its files': '작업과 파일 삭제',
  'Cancel a waiting or running job': '대기 중이거나 진행 중인 작업 취소',
  'Retry a failed or canceled job, until `retry_until`': '실패했거나 취소한 작업 재시도(`retry_until`까지)',
  'Stream the progress of a job': '작업 진행 상황을 실시간으로 받기',
  'Server-sent events. Each `job` event contains the whole job. The stream ends when the job does, or with a `gone` event if the job is deleted.':
    '서버 전송 이벤트(SSE)예요. `job` 이벤트마다 작업 정보가 모두 담겨 오고, 작업이 끝나면 연결도 끝나요. 작업이 지워지면 `gone` 이벤트를 보내고 연결을 끝내요.',
  'Download the result of a job': '작업 결과 다운로드',
  'Upload the result of a job to a presigned URL': '서명된 주소(presigned URL)로 작업 결과 올리기',
  'Sends the result with PUT to a URL that your storage has signed, such as a presigned URL of S3, and responds when it is stored. If there are several files, sends the one with the given index, or all of them as a ZIP. Neither the URL nor the headers are kept; only the host is logged.':
    'S3의 presigned URL처럼 저장소가 서명한 주소에 결과를 PUT으로 올리고, 저장이 끝나면 응답해요. 결과가 여러 개면 번호로 하나를 고르거나 전부 ZIP으로 올려요. 주소와 헤더는 보관하지 않고, 호스트 이름만 로그에 남겨요.',
  'If there are several files, returns the file with the given index, or all of them as a ZIP. Single files support range requests.':
    '결과가 여러 개면 번호로 하나를 고르거나 전부 ZIP으로 받아요. 파일 하나를 받을 때는 범위(Range) 요청을 쓸 수 있어요.',
  'List all conversions': '지원하는 모든 변환 조회',
  'List the options of a conversion or operation': '변환이나 여러 파일을 쓰는 작업의 옵션 조회',
  'List the options of an operation on several files of the format `from` instead':
    '변환 대신, `from` 형식의 여러 파일을 쓰는 작업의 옵션을 조회해요',
  'Get the permissions and usage of the API key': 'API 키의 권한과 사용량 조회',
  'Get the default webhook endpoint': '기본 웹훅 주소 조회',
  'Change the default webhook endpoint': '기본 웹훅 주소 변경',
  'Shown only in this response. For 24 hours, messages are also signed with the previous secret.':
    '새 시크릿은 이 응답에서만 볼 수 있어요. 24시간 동안은 이전 시크릿으로도 함께 서명해요.',
  'Rotate the signing secret': '서명 시크릿 새로 만들기',
  'List webhook deliveries and their attempts': '보낸 알림과 시도 기록 조회',
  'Redeliver a message unchanged': '같은 알림 다시 보내기',
  // Answers
  'The secret': '시크릿',
  'The webhook endpoint and its signing secret': '알림을 받을 주소와 서명에 쓰는 시크릿',
  'Messages, newest first': '알림 목록, 최신순',
  'The message will be sent shortly': '곧 다시 보내요',
  'The upload': '업로드',
  'Started; `Location` contains its URL': '시작했어요. 주소는 `Location` 헤더에 있어요',
  '`Upload-Offset` is the position to resume from': '`Upload-Offset`부터 이어서 보내면 돼요',
  Stored: '저장했어요',
  'The job': '작업',
  'A page of jobs': '작업 목록 한 페이지',
  'The result is stored': '결과를 저장했어요',
  Deleted: '지웠어요',
  Events: '이벤트',
  'The file': '파일',
  'The requested range': '요청한 범위',
  'Formats that can be converted': '변환할 수 있는 형식',
  'The fidelity and options of the conversion': '보존 수준과 옵션',
  'Tier, limits and usage': '등급, 한도, 사용량',
  // Fields
  'Total file size in bytes; null until a resumable upload declares it':
    '파일 전체의 바이트 수. 이어 올리기에서 아직 크기를 알리지 않았으면 null이에요',
  'Bytes received so far': '지금까지 받은 바이트 수',
  'Format detected from the content; null until the upload is complete, or if the format is unknown':
    '내용으로 판단한 파일 형식. 다 받기 전이거나 알 수 없으면 null이에요',
  'URL of a file on a public server, http or https': '공개 서버에 있는 파일의 주소(http 또는 https)',
  'File name with extension': '확장자를 포함한 파일 이름',
  'Percent; null if progress can’t be measured': '진행률(%). 측정할 수 없는 변환이면 null이에요',
  'What is made of several files; null for a conversion of one':
    '여러 파일로 만드는 것. 파일 하나를 변환하는 작업이면 null이에요',
  'Number of files the job was created with': '작업을 만들 때 받은 파일 수',
  'Name of the first file; null once the job has expired': '첫 파일의 이름. 작업이 만료되면 null이에요',
  'Format of the first file': '첫 파일의 형식',
  'Total size of all files in bytes': '파일 전체의 바이트 수',
  'Index of the file that failed, if the job has several and it is known':
    '파일이 여러 개인 작업에서 몇 번째 파일이 실패했는지. 알 수 없으면 null이에요',
  'Total size of all result files in bytes': '결과 파일 전체의 바이트 수',
  'Number of result files': '결과 파일 수',
  'More than one if a file becomes several, such as one image per page. Lists of jobs contain only the first 20 files of each job; get the job to see all of them':
    '페이지마다 이미지 한 장이 나올 때처럼 파일 하나가 여러 개로 바뀌면 결과 파일도 여러 개예요. 작업 목록에는 작업마다 결과 파일이 처음 20개까지만 있고, 작업 하나를 조회하면 모두 있어요',
  'Bytes; each result file counts as at least 4,096': '바이트 수. 결과 파일은 아무리 작아도 하나당 4,096바이트로 계산해요',
  'What the conversion keeps: lossless, lossy, layout-lost, text-only, picture':
    '변환의 보존 수준: lossless, lossy, layout-lost, text-only, picture',
  'Estimated from progress, recent conversions of the same kind and the queue; null when the job has ended':
    '진행률, 최근에 같은 변환에 걸린 시간, 대기열을 바탕으로 예상한 시각. 끝난 작업에서는 null이에요',
  'When the result is deleted': '결과가 지워지는 시각',
  'Deadline for retrying the job': '다시 시도할 수 있는 기한',
  'ID of an uploaded file': '업로드한 파일의 ID',
  'IDs of uploaded files, in their order': '업로드한 파일들의 ID. 이 순서대로 써요',
  'The file. For an operation on several, one field with this name for each file, in their order':
    '파일. 여러 파일을 쓰는 작업이면 파일마다 이 이름의 필드를 하나씩, 순서대로 보내요',
  'What to make of several files. `combine`: one file of 2 to 100, in their order. `compare`: the differences of 2 documents, as `pdf`, `json` or `txt`. `sign`: a signed PDF, from a document and a certificate (PKCS #12). The certificate and its password are deleted when the job ends, so it can’t be retried':
    '여러 파일로 무엇을 만들지. `combine`: 파일 2~100개를 순서대로 하나로 합쳐요. `compare`: 문서 두 개의 차이를 `pdf`, `json`, `txt`로 알려 줘요. `sign`: 문서와 인증서(PKCS #12)로 서명한 PDF를 만들어요. 인증서와 그 비밀번호는 작업이 끝나면 바로 지워서 재시도할 수 없어요',
  'What to make of several files. `combine`: one file of 2 to 100, in their order. `compare`: the differences of 2 documents, as `pdf`, `json` or `txt`. To sign, send the files in a form':
    '여러 파일로 무엇을 만들지. `combine`: 파일 2~100개를 순서대로 하나로 합쳐요. `compare`: 문서 두 개의 차이를 `pdf`, `json`, `txt`로 알려 줘요. 서명하려면 파일을 폼으로 보내 주세요',
  'File name to use with `url`, if it differs from the last part of the URL':
    '`url`을 쓸 때의 파일 이름. 없으면 주소의 마지막 부분을 써요',
  'Format to convert to: `pdf`, `png`, …': '바꿀 형식: `pdf`, `png` 등',
  'Used only if the conversion has this option': '변환에 이 옵션이 있을 때만 적용돼요',
  'Options of this conversion or operation, as listed by GET /api/v1/formats/{from}/{to}':
    '이 변환이나 작업의 옵션. GET /api/v1/formats/{from}/{to}에서 볼 수 있어요',
  'URL to notify when the job ends': '작업이 끝나면 알림을 받을 주소',
  'How long to keep the result': '결과를 보관하는 기간',
  '`temporary`: up to one day. `persistent`: for the time set by `retention`. `archive`: until you delete it. By default, it depends on `retention`':
    '`temporary`: 길어도 하루. `persistent`: `retention`에 정한 기간 동안. `archive`: 직접 지울 때까지. 값이 없으면 `retention`에 따라 정해져요',
  'Keep a copy in backup storage, if this server has any': '서버에 백업 저장소가 있으면 사본을 하나 더 보관하기',
  'Whether backup storage has a copy of the result': '백업 저장소에 결과의 사본이 있는지',
  'Your own label, returned with the job and usable as a filter':
    '직접 붙이는 라벨. 작업 정보에 그대로 포함되고, 목록을 필터링할 때 쓸 수 있어요',
  'Formats it can be converted to': '바꿀 수 있는 형식',
  'When the job ended': '작업이 끝난 시각',
  '`whsec_…`, used to sign messages according to Standard Webhooks. Shown only once':
    '`whsec_…`: Standard Webhooks 방식으로 알림에 서명하는 값. 만들 때 한 번만 보여 줘요',
  'http or https URL on a public server; null turns notifications off': '공개 서버의 http 또는 https 주소. 없애려면 null',
  'URL notified of jobs that are created with an API key and have no `webhook_url`':
    '`webhook_url` 없이 API 키로 요청한 작업의 알림을 받을 주소',
  'The last characters of the secret': '시크릿의 끝자리',
  'Messages are also signed with the previous secret until this time': '이때까지는 이전 시크릿으로도 함께 서명해요',
  'Null if none has been created': '만든 적이 없으면 null이에요',
  'The `webhook-id` of the message': '알림의 `webhook-id`',
  'Null one day after creation, when the message is deleted': '알림이 만들어지고 하루가 지나면 내용이 지워져서 null이에요',
  'A JSON Schema (2020-12)': 'JSON Schema(2020-12)',
  'Where the website can do this conversion too; `phones` are all devices with less than 4 GB of memory':
    '웹사이트에서도 이 변환을 할 수 있는 브라우저. `phones`는 메모리가 4GB보다 적은 모든 기기예요',
  '`filename` and its value in base64': '`filename`과 base64로 적은 파일 이름',
  'Repeating a request with the same key returns the same job or upload':
    '같은 키로 같은 요청을 다시 보내면 처음에 만든 작업이나 업로드로 응답해요',
  'The options as JSON': 'JSON으로 적은 옵션',
  '`next_cursor` of the previous page': '이전 페이지에서 받은 `next_cursor`',
  'Seconds to wait for the job to end; the response arrives as soon as it does':
    '작업이 끝나기를 기다릴 시간(초). 끝나는 즉시 응답해요',
  'URL signed for PUT on a public server, http or https': '공개 서버에 PUT하도록 서명한 주소(http 또는 https)',
  'Headers that the URL was signed with: `Content-Type`, `Content-Disposition`, `Content-Language`, `Content-MD5`, `Cache-Control`, and names that begin with `x-amz-`, `x-goog-` or `x-ms-`':
    '주소를 서명할 때 쓴 헤더. `Content-Type`, `Content-Disposition`, `Content-Language`, `Content-MD5`, `Cache-Control`과 `x-amz-`, `x-goog-`, `x-ms-`로 시작하는 헤더를 쓸 수 있어요',
  'Bytes that were uploaded': '올린 바이트 수',
  'Number of attempts that were needed': '시도한 횟수',
  'The `ETag` of the stored object, if the storage returned one': '저장한 객체의 `ETag`. 저장소가 알려 주지 않으면 null이에요',
  'Index of the file, if there are several': '여러 결과 가운데 몇 번째 파일인지',
};
