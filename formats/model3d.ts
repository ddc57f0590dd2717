import type { Format } from './format.ts';
import { at, starts, text } from './signature.ts';
import { rootIs } from './sniff/markup.ts';
import { isGltf, isStl, isThreeDs } from './sniff/model.ts';
import { zipHolds } from './sniff/zip.ts';

/** Three-dimensional models. */
export const FORMATS: readonly Format[] = [
  { id: 'gltf', family: 'model3d', name: 'glTF', title: { en: 'glTF model', ko: 'glTF 모델' }, extensions: ['gltf'], mediaTypes: ['model/gltf+json'], matches: isGltf, keywords: ['3d', '입체'] },
  { id: 'glb', family: 'model3d', name: 'GLB', title: { en: 'Binary glTF model', ko: '바이너리 glTF 모델' }, extensions: ['glb', 'vrm'], mediaTypes: ['model/gltf-binary'], signatures: [text('glTF')], keywords: ['3d', '입체'] },
  { id: 'obj', family: 'model3d', name: 'OBJ', title: { en: 'Wavefront model', ko: '웨이브프런트 모델' }, extensions: ['obj'], mediaTypes: ['model/obj'], keywords: ['3d', '입체'] },
  { id: 'mtl', family: 'model3d', name: 'MTL', title: { en: 'Wavefront material', ko: '웨이브프런트 재질' }, extensions: ['mtl'], mediaTypes: ['model/mtl'] },
  { id: 'stl', family: 'model3d', name: 'STL', title: { en: 'STL model', ko: 'STL 모델' }, extensions: ['stl'], mediaTypes: ['model/stl'], matches: isStl, keywords: ['3d', '3d 프린터'] },
  { id: 'ply', family: 'model3d', name: 'PLY', title: { en: 'PLY model', ko: 'PLY 모델' }, extensions: ['ply'], mediaTypes: ['model/ply'], signatures: [text('ply\n'), text('ply\r')], keywords: ['3d'] },
  { id: '3mf', family: 'model3d', name: '3MF', title: { en: '3D manufacturing model', ko: '3MF 모델' }, extensions: ['3mf'], mediaTypes: ['model/3mf'], signatures: [starts('504b0304')], matches: zipHolds('3D/'), keywords: ['3d 프린터'] },
  { id: 'amf', family: 'model3d', name: 'AMF', title: { en: 'Additive manufacturing model', ko: 'AMF 모델' }, extensions: ['amf'], mediaTypes: ['application/x-amf'], matches: rootIs('amf') },
  { id: 'dae', family: 'model3d', name: 'DAE', title: { en: 'COLLADA model', ko: '콜라다 모델' }, extensions: ['dae', 'zae'], mediaTypes: ['model/vnd.collada+xml'], matches: rootIs('collada') },
  { id: 'x3d', family: 'model3d', name: 'X3D', title: { en: 'X3D model', ko: 'X3D 모델' }, extensions: ['x3d', 'x3dv', 'x3db'], mediaTypes: ['model/x3d+xml'], matches: rootIs('x3d') },
  { id: 'wrl', family: 'model3d', name: 'VRML', title: { en: 'VRML model', ko: 'VRML 모델' }, extensions: ['wrl', 'vrml'], mediaTypes: ['model/vrml'], signatures: [text('#VRML V')] },
  { id: 'fbx', family: 'model3d', name: 'FBX', title: { en: 'Autodesk FBX model', ko: '오토데스크 FBX 모델' }, extensions: ['fbx'], mediaTypes: ['application/x-fbx'], signatures: [text('Kaydara FBX Binary'), text('; FBX ')] },
  { id: 'blend', family: 'model3d', name: 'Blend', title: { en: 'Blender scene', ko: '블렌더 장면' }, extensions: ['blend'], mediaTypes: ['application/x-blender'], signatures: [text('BLENDER')], keywords: ['blender', '블렌더'] },
  { id: '3ds', family: 'model3d', name: '3DS', title: { en: '3D Studio model', ko: '3D 스튜디오 모델' }, extensions: ['3ds'], mediaTypes: ['application/x-3ds'], signatures: [starts('4d4d')], matches: isThreeDs },
  { id: 'max', family: 'model3d', name: 'MAX', title: { en: '3ds Max scene', ko: '3ds 맥스 장면' }, extensions: ['max'], mediaTypes: ['application/x-3dsmax'], signatures: [starts('d0cf11e0a1b11ae1')], weak: true },
  { id: '3dm', family: 'model3d', name: '3DM', title: { en: 'Rhino model', ko: '라이노 모델' }, extensions: ['3dm'], mediaTypes: ['model/vnd.3dm'], signatures: [text('3D Geometry File Format')] },
  { id: 'step', family: 'model3d', name: 'STEP', title: { en: 'STEP CAD model', ko: 'STEP CAD 모델' }, extensions: ['step', 'stp'], mediaTypes: ['model/step'], signatures: [text('ISO-10303-21;')], keywords: ['cad', '캐드'] },
  { id: 'iges', family: 'model3d', name: 'IGES', title: { en: 'IGES CAD model', ko: 'IGES CAD 모델' }, extensions: ['igs', 'iges'], mediaTypes: ['model/iges'], signatures: [at(72, '53 20 20 20 20 20 20 31'), at(72, '5330303030303031')], keywords: ['cad', '캐드'] },
  { id: 'brep', family: 'model3d', name: 'BREP', title: { en: 'OpenCascade shape', ko: '오픈캐스케이드 형상' }, extensions: ['brep'], mediaTypes: ['model/x-brep'], signatures: [text('DBRep_DrawableShape')] },
  { id: 'off', family: 'model3d', name: 'OFF', title: { en: 'Object file format', ko: 'OFF 모델' }, extensions: ['off'], mediaTypes: ['model/x-off'], signatures: [text('OFF\n'), text('OFF\r'), text('COFF')] },
  { id: 'usdz', family: 'model3d', name: 'USDZ', title: { en: 'USDZ model', ko: 'USDZ 모델' }, extensions: ['usdz'], mediaTypes: ['model/vnd.usdz+zip'], signatures: [starts('504b0304')], weak: true },
  { id: 'usd', family: 'model3d', name: 'USD', title: { en: 'Universal scene', ko: 'USD 장면' }, extensions: ['usd', 'usda', 'usdc'], mediaTypes: ['model/vnd.usda'], signatures: [text('#usda'), text('PXR-USDC')] },
  { id: 'drc', family: 'model3d', name: 'DRC', title: { en: 'Draco model', ko: '드라코 모델' }, extensions: ['drc'], mediaTypes: ['model/x-draco'], signatures: [text('DRACO')] },
  { id: 'lwo', family: 'model3d', name: 'LWO', title: { en: 'LightWave model', ko: '라이트웨이브 모델' }, extensions: ['lwo', 'lws', 'lxo'], mediaTypes: ['application/x-lwo'], signatures: [text('LWO2', 8), text('LWOB', 8), text('LXOB', 8), text('LWSC')] },
  { id: 'x', family: 'model3d', name: 'X', title: { en: 'DirectX model', ko: '다이렉트X 모델' }, extensions: ['x'], mediaTypes: ['model/x-directx'], signatures: [text('xof 0')] },
  { id: 'ac3d', family: 'model3d', name: 'AC3D', title: { en: 'AC3D model', ko: 'AC3D 모델' }, extensions: ['ac'], mediaTypes: ['model/x-ac3d'], signatures: [text('AC3D')] },
  { id: 'md2', family: 'model3d', name: 'MD2', title: { en: 'Quake 2 model', ko: '퀘이크 2 모델' }, extensions: ['md2'], mediaTypes: ['model/x-md2'], signatures: [text('IDP2')] },
  { id: 'md3', family: 'model3d', name: 'MD3', title: { en: 'Quake 3 model', ko: '퀘이크 3 모델' }, extensions: ['md3'], mediaTypes: ['model/x-md3'], signatures: [text('IDP3')] },
  { id: 'ms3d', family: 'model3d', name: 'MS3D', title: { en: 'MilkShape model', ko: '밀크셰이프 모델' }, extensions: ['ms3d'], mediaTypes: ['model/x-ms3d'], signatures: [text('MS3D000000')] },
  { id: 'smd', family: 'model3d', name: 'SMD', title: { en: 'Valve model', ko: '밸브 모델' }, extensions: ['smd'], mediaTypes: ['model/x-smd'] },
  { id: 'bvh', family: 'model3d', name: 'BVH', title: { en: 'Motion capture', ko: '모션 캡처' }, extensions: ['bvh'], mediaTypes: ['model/x-bvh'], signatures: [text('HIERARCHY')] },
  { id: 'ifc', family: 'model3d', name: 'IFC', title: { en: 'Building model', ko: '건물 모델' }, extensions: ['ifc'], mediaTypes: ['application/x-step'], keywords: ['bim'] },
  { id: 'gcode', family: 'model3d', name: 'G-code', title: { en: '3D printer program', ko: '3D 프린터 명령' }, extensions: ['gcode'], mediaTypes: ['text/x-gcode'], keywords: ['3d 프린터'] },
  { id: 'vox', family: 'model3d', name: 'VOX', title: { en: 'Voxel model', ko: '복셀 모델' }, extensions: ['vox'], mediaTypes: ['model/x-vox'], signatures: [text('VOX ')] },
  { id: 'sldprt', family: 'model3d', name: 'SolidWorks', title: { en: 'SolidWorks document', ko: '솔리드웍스 문서' }, extensions: ['sldprt', 'sldasm', 'slddrw'], mediaTypes: ['application/sldworks'], signatures: [starts('d0cf11e0a1b11ae1')], weak: true },
];
