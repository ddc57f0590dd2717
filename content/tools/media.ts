import type { Tool } from './tool.ts';

export const MEDIA_TOOLS: readonly Tool[] = [
  {
    slug: 'compress-video',
    kind: 'video',
    formats: ['mp4', 'mov', 'mkv', 'webm', 'avi'],
    to: 'mp4',
    options: ['quality', 'targetSize', 'width', 'frameRate', 'speed'],
    values: { quality: 'medium' },
    en: {
      title: 'Compress video (MP4)',
      name: 'Compress video',
      description:
        'Make MP4, MOV and other videos smaller in your browser: pick a quality or enter a file size. No upload, no watermark, no account.',
      lead: 'Make videos small enough to send. The result is an MP4 that plays on practically any device.',
      points: [
        'Enter a size such as 25,000 kB, and we’ll calculate the bitrate that fits.',
        'Reducing the width saves the most: 1280 pixels is plenty for phones.',
        'The video never leaves your device, so there’s no waiting for an upload.',
      ],
      questions: [
        {
          question: 'How long does it take?',
          answer:
            'That depends on the length of the video and the speed of your device, which does the work. You’ll see the remaining time. On older devices, choose “Fast” under “Speed”.',
        },
        {
          question: 'Why didn’t my video get much smaller?',
          answer:
            'It was probably well compressed already. To make it smaller, choose a lower quality, a smaller width or fewer frames per second.',
        },
      ],
    },
    ko: {
      title: '동영상 용량 줄이기 (MP4)',
      name: '동영상 용량 줄이기',
      description:
        'MP4, MOV 등 동영상의 용량을 브라우저에서 바로 줄여요. 화질을 고르거나 원하는 용량을 입력하세요. 파일을 업로드하지 않고 워터마크도 넣지 않아요.',
      lead: '보내기 좋게 동영상 용량을 줄이고, 거의 모든 기기에서 재생되는 MP4로 저장해요.',
      points: [
        '25,000kB처럼 원하는 용량을 입력하면 그에 맞게 비트레이트를 계산해요.',
        '너비를 줄이면 용량이 크게 줄어요. 휴대폰으로 볼 영상은 너비가 1280픽셀이면 충분해요.',
        '기기에서 바로 처리하기 때문에 업로드를 기다릴 필요가 없어요.',
      ],
      questions: [
        {
          question: '얼마나 걸리나요?',
          answer:
            '기기에서 직접 처리하기 때문에 영상 길이와 기기 성능에 따라 달라요. 변환하는 동안 남은 시간을 보여 드려요. 오래된 기기라면 ‘속도’에서 ‘빠르게’를 골라 보세요.',
        },
        {
          question: '용량이 별로 줄지 않는 이유는 뭔가요?',
          answer: '이미 잘 압축된 영상일 수 있어요. 화질이나 프레임 속도를 낮추거나 너비를 줄이면 용량이 더 줄어요.',
        },
      ],
    },
  },
  {
    slug: 'trim-video',
    kind: 'video',
    formats: ['mp4', 'mov', 'mkv', 'webm'],
    to: 'same',
    options: ['trimStart', 'trimEnd', 'mute'],
    values: {},
    en: {
      title: 'Trim video',
      name: 'Trim video',
      description:
        'Trim the beginning and end of MP4, MOV, MKV and WebM videos in your browser. No upload, no watermark, no account.',
      lead: 'Keep the part you need: move the two handles under the video, or enter the times.',
      points: [
        'Frames from the video appear behind the handles, so you can see which part you’re keeping.',
        'MP4 stays MP4 and MOV stays MOV, unless you pick another format.',
        'You can remove the audio at the same time.',
      ],
      questions: [
        {
          question: 'Can I turn the part I keep into a GIF or an MP3?',
          answer: 'Yes. Move the two handles, then pick GIF or MP3 as the format.',
        },
        {
          question: 'Is there a limit on the length?',
          answer:
            'No. Your plan does limit the file size, though, and long videos take longer because your device does the work.',
        },
      ],
    },
    ko: {
      title: '동영상 자르기',
      name: '동영상 자르기',
      description:
        'MP4, MOV, MKV, WebM 동영상의 앞뒤를 브라우저에서 바로 잘라요. 업로드하거나 회원 가입할 필요가 없고 워터마크도 넣지 않아요.',
      lead: '영상 아래 손잡이 두 개를 움직이거나 시간을 입력해서 필요한 부분만 남겨요.',
      points: [
        '장면을 보면서 양 끝의 손잡이를 끌어 남길 부분을 정할 수 있어요.',
        '다른 형식을 고르지 않으면 MP4는 MP4로, MOV는 MOV로 저장해요.',
        '자르면서 오디오도 뺄 수 있어요.',
      ],
      questions: [
        {
          question: '남긴 부분을 GIF나 MP3로 만들 수 있나요?',
          answer: '네. 손잡이로 구간을 정한 다음 형식에서 GIF나 MP3를 고르세요.',
        },
        {
          question: '영상 길이에 제한이 있나요?',
          answer:
            '길이 제한은 없어요. 파일 크기 한도는 요금제에 따라 달라요. 기기에서 직접 처리하기 때문에 영상이 길면 시간이 더 걸려요.',
        },
      ],
    },
  },
  {
    slug: 'trim-audio',
    kind: 'audio',
    formats: ['mp3', 'wav', 'm4a', 'flac', 'ogg'],
    to: 'same',
    options: ['trimStart', 'trimEnd'],
    values: {},
    en: {
      title: 'Cut MP3 and other audio files',
      name: 'Cut audio',
      description:
        'Cut MP3, WAV, M4A, FLAC and OGG files in your browser, using handles over the waveform or exact times. Nothing is uploaded.',
      lead: 'Keep the part you need: move the two handles over the waveform, or enter the times.',
      points: [
        'The waveform shows where speech and music begin and end.',
        'You can enter times to the millisecond.',
        'MP3 stays MP3 and WAV stays WAV, unless you pick another format.',
      ],
      questions: [
        {
          question: 'Can I make a ringtone?',
          answer: 'Yes. Move the two handles, then pick M4R (iPhone) or MP3 (Android) as the format.',
        },
        {
          question: 'Are the title, artist and cover art kept?',
          answer: 'Yes, if the format can store them. If something can’t be kept, you’ll see a note with the result.',
        },
      ],
    },
    ko: {
      title: 'MP3 자르기 (오디오 자르기)',
      name: '오디오 자르기',
      description:
        '파형을 보거나 시간을 입력해서 MP3, WAV, M4A, FLAC, OGG 파일을 원하는 만큼 잘라요. 파일을 업로드하지 않고 브라우저에서 처리해요.',
      lead: '파형 위 손잡이 두 개를 움직이거나 시간을 입력해서 필요한 부분만 남겨요.',
      points: [
        '파형을 보면 말소리와 음악이 어디에서 시작하고 끝나는지 쉽게 찾을 수 있어요.',
        '시간을 1,000분의 1초 단위까지 입력할 수 있어요.',
        '다른 형식을 고르지 않으면 MP3는 MP3로, WAV는 WAV로 저장해요.',
      ],
      questions: [
        {
          question: '벨소리를 만들 수 있나요?',
          answer: '네. 손잡이로 구간을 정한 다음 형식에서 M4R(아이폰)이나 MP3(안드로이드)를 고르세요.',
        },
        {
          question: '제목, 가수, 앨범 표지도 남나요?',
          answer: '저장할 형식에서 지원하는 정보는 그대로 남아요. 남길 수 없는 정보가 있으면 결과에서 알려 드려요.',
        },
      ],
    },
  },
  {
    slug: 'compress-mp3',
    kind: 'audio',
    formats: ['mp3', 'wav', 'm4a', 'flac'],
    to: 'mp3',
    options: ['quality', 'audioBitrate', 'targetSize', 'channels'],
    values: { quality: 'low' },
    en: {
      title: 'Compress MP3 files',
      name: 'Compress MP3',
      description:
        'Make MP3 and other audio files smaller in your browser, with a lower bitrate, mono audio or a file size you choose. Nothing is uploaded.',
      lead: 'Make recordings and music smaller for email and messaging apps.',
      points: [
        '128 kbps works well for music, and 64 kbps is enough for speech.',
        'For speech, mono halves the size, and you won’t hear a difference on a single speaker.',
        'WAV and FLAC files get several times smaller when you convert them to MP3.',
      ],
      questions: [
        {
          question: 'Will it sound worse?',
          answer:
            'A lower bitrate removes detail. At 128 kbps, most people hear little difference in music. Keep the original if you may need it again.',
        },
        {
          question: 'Can I set an exact size?',
          answer: 'Yes. Enter it under “Target file size”, and the bitrate is calculated from the length of the recording.',
        },
      ],
    },
    ko: {
      title: 'MP3 용량 줄이기',
      name: 'MP3 용량 줄이기',
      description:
        'MP3 등 오디오 파일의 용량을 브라우저에서 바로 줄여요. 비트레이트를 낮추거나, 채널 수를 줄이거나, 원하는 용량을 입력하세요. 파일은 업로드하지 않아요.',
      lead: '이메일이나 메신저로 보내기 좋게 녹음과 음악의 용량을 줄여요.',
      points: [
        '이동하면서 들을 음악은 128kbps, 말소리는 64kbps면 충분해요.',
        '스테레오로 녹음한 말소리를 모노로 바꾸면 용량이 절반으로 줄고, 스피커 하나로 들을 때는 차이가 없어요.',
        'WAV와 FLAC 파일은 MP3로 바꾸면 몇 배 작아져요.',
      ],
      questions: [
        {
          question: '음질이 나빠지나요?',
          answer:
            '조금 나빠져요. 비트레이트를 낮출수록 세밀한 소리가 사라져요. 192kbps에서는 원본과 구별하기 어렵지만, 128kbps에서는 차이를 느끼는 사람이 많아요. 원본은 보관해 두세요.',
        },
        {
          question: '원하는 용량에 맞출 수 있나요?',
          answer: '네. ‘목표 파일 크기’에 원하는 용량을 입력하면 녹음 길이에 맞춰 비트레이트를 계산해요.',
        },
      ],
    },
  },
];
